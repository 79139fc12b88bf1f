import { roleOf, type Viewer } from "../../../domain/access";
import { countryName } from "../../../domain/countryName";
import type { Language } from "../../../domain/limits";
import {
  choiceMessages,
  filterKind,
} from "../../../domain/listing/kinds/kinds";
import { readWantedFacets } from "../../../domain/listing/wantedFacets";
import { choiceKey, filterId, type Resource } from "../../../domain/resource";
import { vocabularyKey } from "../../../domain/vocabulary";
import { failure } from "../../platform/errors";
import {
  countTabs,
  labelFound,
  labelledChoices,
  parseListCall,
  parseListQuery,
  visibleListing,
  withChoice,
  type ChoiceLabel,
  type CompareLabels,
  type ListingReader,
} from "../listing";
import type { ListContext } from "./listSchemas";

type FacetsRequest = {
  resource: Resource;
  viewer: Viewer;
  scopeViewer?: Viewer | undefined;
  language: Language;
  query: Record<string, string>;
};

/**
 * Returns the facets of a list by filter id, with both totals, and the counters of
 * the tabs if the declaration has them in this reply. The parameter `facets` limits
 * the facets to the named filters. Throws forbidden and invalid_request.
 */
export async function readFacets(
  context: ListContext,
  reader: ListingReader,
  request: FacetsRequest,
): Promise<object> {
  const { facets: names, ...query } = request.query;
  const call = parseListCall({ ...context, ...request, query });
  const wanted = names ? readWantedFacets(call.resource, names) : undefined;
  if (wanted === null) throw failure("invalid_request", unknownFacet);
  const texts = choiceTexts(context, request);
  const { filters: filtersKey, counters: countersKey } =
    request.resource.calls.facets ?? {};
  const { tabs } = call.resource;
  const found = await reader.index.find(
    { ...call, source: reader.source },
    {
      facets:
        wanted && countersKey && tabs
          ? [...wanted, tabs.filter]
          : (wanted ?? "all"),
      isLeadingEnough: true,
    },
  );
  const facets = await labelFound(
    reader,
    { query: call, found },
    { ...texts, wanted },
  );
  const filters = { ...facets.options, ...facets.ranges };
  return {
    ...(filtersKey ? { [filtersKey]: filters } : filters),
    ...(countersKey ? { [countersKey]: countTabs(call, found) } : {}),
    success: true,
    totalSearchResults: facets.total,
    totalResults: facets.totalUnfiltered,
  };
}

const unknownFacet = {
  errors: { facets: [{ key: "errors.fields.invalid" }] },
};

/**
 * Returns the choices of one filter. If the declaration offers them within an
 * outer filter (models of a maker), the query names the outer value; without
 * it there are no choices. `search` keeps the choices with that text in their
 * label. Throws forbidden, invalid_request, and not_found for a filter that
 * the viewer does not have.
 */
export async function readOptions(
  context: ListContext,
  reader: ListingReader,
  request: FacetsRequest & { filter: string },
): Promise<object> {
  const { filter } = request;
  const listing = visibleListing({ ...context, ...request });
  const options = listing.resource.calls.options?.[filter];
  if (!options) throw failure("not_found");
  const { by, as, rows = "options" } = options;
  const { search, ...query } = request.query;
  const outerValue = as === undefined ? undefined : query[as];
  const filters = Object.fromEntries(
    Object.entries(query).filter(([name]) => name !== as),
  );
  const call = parseListQuery(listing, filters, context.messages);
  const outer = call.resource.filters.find((entry) => filterId(entry) === by);
  const state =
    outer && outerValue ? withChoice(call, outer, outerValue) : call.state;
  const texts = choiceTexts(context, request);
  return {
    success: true,
    [rows]: await labelledChoices(
      reader,
      { ...call, state },
      { filter, ...texts, search: search || undefined },
    ),
  };
}

/**
 * Labels choices with the texts of the viewer's role, words by their vocabulary,
 * other values by themselves.
 */
export function choiceTexts(
  { messages, schemas }: Pick<ListContext, "messages" | "schemas">,
  {
    resource,
    viewer,
    language,
  }: Pick<FacetsRequest, "resource" | "viewer" | "language">,
): { label: ChoiceLabel; compare: CompareLabels } {
  const { $id, properties } = schemas.row(resource.row);
  const label: ChoiceLabel = (filter, value) => {
    const { field: name } = filter;
    const field = properties[name] ?? {};
    const message = choiceMessages[filterKind(field, filter)]?.(value, field);
    if (message)
      return messages.translate(language, message.key, message.values);
    if (field["x-shown"] === "country") return countryName(value, language);
    const vocabulary = field["x-vocabulary"];
    const key =
      vocabulary === undefined
        ? choiceKey({ row: $id, name, field }, roleOf(viewer), value)
        : vocabularyKey(vocabulary, value);
    return messages.has(language, key)
      ? messages.translate(language, key)
      : value;
  };
  return { label, compare: new Intl.Collator(language).compare };
}
