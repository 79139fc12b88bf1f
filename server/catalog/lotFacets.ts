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

type FacetRequest = {
  resource: string;
  viewer: Viewer;
  language: Language;
  query: Record<string, string>;
};

/**
 * Returns the facets of a list by filter id, with the filtered and the whole
 * total. The parameter `facets` limits the reply to the named facets. Throws
 * forbidden and invalid_request.
 */
export async function lotFacets(
  { context, lots }: Catalog,
  request: FacetRequest,
): Promise<FiltersReply> {
  const { viewer } = request;
  const { facets: names, ...query } = request.query;
  const resource = context.workspace.resource(request.resource);
  const call = parseListCall({ ...context, resource, viewer, query });
  const wanted = names ? readWantedFacets(call.resource, names) : undefined;
  if (wanted === null) throw failure("invalid_request", unknownFacet);
  const label = labelsOf(context, resource, request);
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
 * Returns the choices of one facet. A dependent facet (the models of a maker)
 * needs the value of the filter that it depends on; without it there are no
 * choices. `search` keeps the choices whose label contains it. Throws
 * forbidden, invalid_request, and not_found when the filter is hidden from the
 * viewer.
 */
export async function lotOptions(
  { context, lots }: Catalog,
  request: FacetRequest & { filter: string },
): Promise<OptionsReply> {
  const { viewer, filter } = request;
  const resource = context.workspace.resource(request.resource);
  const listing = visibleListing({ ...context, resource, viewer });
  const options = listing.resource.calls.options?.[filter];
  if (!options) throw failure("not_found");
  const { by, as } = options;
  const { search, ...query } = request.query;
  const parentValue = as === undefined ? undefined : query[as];
  const call = parseListQuery(
    listing,
    Object.fromEntries(Object.entries(query).filter(([name]) => name !== as)),
  );
  const parent = call.resource.filters.find((entry) => filterId(entry) === by);
  const state =
    parent && parentValue ? withChoice(call, parent, parentValue) : call.state;
  const label = labelsOf(context, resource, request);
  return {
    success: true,
    options: await lots.index.options(
      { ...call, state },
      { filter, label, ...(search ? { search } : {}) },
    ),
  };
}

/** Makes the function that labels a choice for the viewer's role and language. */
function labelsOf(
  { messages, schemas }: Catalog["context"],
  resource: Resource,
  { viewer, language }: Pick<FacetRequest, "viewer" | "language">,
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
