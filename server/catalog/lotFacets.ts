import { roleOf, type Viewer } from "../../domain/access";
import { readWantedFacets } from "../../domain/listing/wantedFacets";
import type { Language } from "../../domain/limits";
import { choiceKey, filterId, type Resource } from "../../domain/resource";
import type { FiltersReply, OptionsReply } from "../../generated/schemas";
import { failure } from "../platform/errors";
import {
  parseListQuery,
  parseListCall,
  visibleListing,
  withChoice,
  type ChoiceLabel,
} from "../workspace/listing";
import type { Catalog } from "./catalog";

type Asked = {
  resource: string;
  viewer: Viewer;
  language: Language;
  query: Record<string, string>;
};

/**
 * The facets of a listing under their filters' ids, with both totals: all of
 * them, or those that the call names. Throws forbidden and invalid_request.
 */
export async function lotFacets(
  { context, lots }: Catalog,
  asked: Asked,
): Promise<FiltersReply> {
  const { viewer } = asked;
  const { facets: named, ...query } = asked.query;
  const resource = context.workspace.resource(asked.resource);
  const call = parseListCall({ ...context, resource, viewer, query });
  const wanted = named ? readWantedFacets(call.resource, named) : undefined;
  if (wanted === null) throw failure("invalid_request", unknownFacet);
  const label = labelsOf(context, resource, asked);
  const facets = await lots.index.facets(call, { label, wanted });
  return {
    ...facets.options,
    ...facets.ranges,
    success: true,
    totalSearchResults: facets.total,
    totalResults: facets.totalUnfiltered,
  };
}

const unknownFacet = {
  errors: { facets: [{ key: "errors.fields.invalid" }] },
};

/**
 * The choices of one facet. Where the declaration offers it within another
 * (models of a maker), the call names that one's value, and without it there
 * is no choice. `search` leaves those whose label contains it. Throws forbidden,
 * invalid_request, and for a filter that the viewer does not have not_found, as
 * for a call that does not exist.
 */
export async function lotOptions(
  { context, lots }: Catalog,
  asked: Asked & { filter: string },
): Promise<OptionsReply> {
  const { viewer, filter } = asked;
  const resource = context.workspace.resource(asked.resource);
  const listing = visibleListing({ ...context, resource, viewer });
  const options = listing.resource.calls.options?.[filter];
  if (!options) throw failure("not_found");
  const { by, as } = options;
  const { search, ...query } = asked.query;
  const within = as === undefined ? undefined : query[as];
  const rest = Object.fromEntries(
    Object.entries(query).filter(([name]) => name !== as),
  );
  const call = parseListQuery(listing, rest);
  const outer = call.resource.filters.find((one) => filterId(one) === by);
  const state = outer && within ? withChoice(call, outer, within) : call.state;
  const label = labelsOf(context, resource, asked);
  return {
    success: true,
    options: await lots.index.options(
      { ...call, state },
      { filter, label, ...(search ? { search } : {}) },
    ),
  };
}

/** What a choice is called in the words of the viewer's role, else itself. */
function labelsOf(
  { messages, schemas }: Catalog["context"],
  resource: Resource,
  { viewer, language }: Pick<Asked, "viewer" | "language">,
): ChoiceLabel {
  const { $id, properties } = schemas.row(resource.row);
  return (name, value) => {
    const field = properties[name] ?? {};
    const key = choiceKey({ row: $id, name, field }, roleOf(viewer), value);
    return messages.has(language, key)
      ? messages.translate(language, key)
      : value;
  };
}
