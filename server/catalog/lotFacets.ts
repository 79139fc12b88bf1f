import type { Viewer } from "../../domain/access";
import type { Language } from "../../domain/limits";
import { filterId, type Resource } from "../../domain/resource";
import type { FiltersReply, OptionsReply } from "../../generated/schemas";
import { failure } from "../platform/errors";
import {
  askListing,
  readListingCall,
  seeListing,
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
 * Every facet of a listing under its filter's id, with both totals. Throws
 * forbidden and invalid_request.
 */
export async function lotFacets(
  { context, lots }: Catalog,
  asked: Asked,
): Promise<FiltersReply> {
  const { viewer, query } = asked;
  const resource = context.workspace.resource(asked.resource);
  const call = readListingCall({ ...context, resource, viewer, query });
  const label = labelsOf(context, resource, asked.language);
  const facets = await lots.index.facets(call, label);
  return {
    ...facets.options,
    ...facets.ranges,
    success: true,
    totalSearchResults: facets.total,
    totalResults: facets.totalUnfiltered,
  };
}

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
  const listing = seeListing({ ...context, resource, viewer });
  const options = listing.resource.calls.options?.[filter];
  if (!options) throw failure("not_found");
  const { by, as } = options;
  const { search, ...query } = asked.query;
  const within = as === undefined ? undefined : query[as];
  const rest = Object.fromEntries(
    Object.entries(query).filter(([name]) => name !== as),
  );
  const call = askListing(listing, rest);
  const outer = call.resource.filters.find((one) => filterId(one) === by);
  const state = outer && within ? withChoice(call, outer, within) : call.state;
  const label = labelsOf(context, resource, asked.language);
  return {
    success: true,
    options: await lots.index.options(
      { ...call, state },
      { filter, label, ...(search ? { search } : {}) },
    ),
  };
}

/** What a choice is called: `choices.<row>.<field>.<value>`, else itself. */
const labelsOf =
  (
    { messages }: Catalog["context"],
    resource: Resource,
    language: Language,
  ): ChoiceLabel =>
  (field, value) => {
    const key = `choices.${resource.row}.${field}.${value}`;
    return messages.has(language, key)
      ? messages.translate(language, key)
      : value;
  };
