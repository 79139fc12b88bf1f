import {
  filterId,
  filterParam,
  type Resource,
  type RowSchema,
} from "../resource";
import { readFilter, writeFilter } from "./filterText";
import { isPlainText } from "./kinds/text";
import { isOffered } from "./offeredFilters";
import {
  firstPageSize,
  readPage,
  readPageSize,
  readSort,
  type Dropped,
  type FilterValue,
  type ListingState,
  type Search,
} from "./state";

/** Returns the state of a list without any filter, search or sort. */
export function emptyState(resource: Resource): ListingState {
  return {
    filters: {},
    search: null,
    sort: null,
    page: 1,
    pageSize: firstPageSize(resource),
  };
}

/**
 * Returns the query string of a list:
 * `?maker=1&model=3,7&year=2015,2020&sort=year&order=DESC&page=2`. Defaults are
 * left out, so that equal states have equal URLs.
 */
export function writeUrl(resource: Resource, state: ListingState): string {
  const params = new URLSearchParams();
  for (const filter of resource.filters) {
    const value = state.filters[filterId(filter)];
    if (value) params.set(filterParam(filter), writeFilter(value));
  }
  if (state.search && resource.search)
    params.set(resource.search.param, writeSearch(state.search));
  if (state.sort) {
    params.set("sort", state.sort.id);
    params.set("order", state.sort.order);
  }
  if (state.page > 1) params.set("page", String(state.page));
  if (state.pageSize !== firstPageSize(resource))
    params.set("pageSize", String(state.pageSize));
  if (state.board !== undefined) params.set("board", state.board);
  return params.toString().replaceAll("%2C", ",");
}

/**
 * Returns the state that a URL describes. `dropped` lists unknown parameters
 * and invalid values, which are ignored. Reads everything that `writeUrl`
 * writes.
 */
export function readUrl(
  resource: Resource,
  row: RowSchema,
  query: string | URLSearchParams,
): { state: ListingState; dropped: Dropped[] } {
  const params = new URLSearchParams(query);
  const dropped: Dropped[] = [];
  const taken = new Set<string>();
  const take = <Value>(
    param: string,
    read: (text: string) => Value | null,
  ): Value | null => {
    const [text = null, ...repeated] = params.getAll(param);
    taken.add(param);
    for (const value of repeated)
      dropped.push({ param, value, reason: "invalid" });
    if (text === null) return null;
    const value = read(text);
    if (value === null) dropped.push({ param, value: text, reason: "invalid" });
    return value;
  };

  const values: Record<string, FilterValue> = {};
  for (const filter of resource.filters) {
    const field = row.properties[filter.field];
    if (!field) continue;
    const value = take(filterParam(filter), (text) =>
      readFilter(field, filter, text),
    );
    if (value) values[filterId(filter)] = value;
  }
  const filters = withoutOrphans(resource, values, dropped);
  const search = resource.search
    ? take(resource.search.param, (text) => readSearch(resource, text))
    : null;
  const [order = null, ...orders] = params.getAll("order");
  for (const value of orders)
    dropped.push({ param: "order", value, reason: "invalid" });
  const sort = take("sort", (id) => readSort(resource, id, order));
  taken.add("order");
  const page = take("page", readPage) ?? 1;
  const pageSize =
    take("pageSize", (text) => readPageSize(resource, text)) ??
    firstPageSize(resource);
  const board = resource.boards
    ? take("board", (name) => (resource.boards?.includes(name) ? name : null))
    : null;
  for (const [param, value] of params)
    if (!taken.has(param)) dropped.push({ param, value, reason: "unknown" });
  const state = { filters, search, sort, page, pageSize };
  return { state: board === null ? state : { ...state, board }, dropped };
}

/** Removes the values of filters that the values of others do not offer. */
function withoutOrphans(
  resource: Resource,
  values: Readonly<Record<string, FilterValue>>,
  dropped: Dropped[],
): Record<string, FilterValue> {
  const kept: Record<string, FilterValue> = {};
  for (const filter of resource.filters) {
    const value = values[filterId(filter)];
    if (!value) continue;
    const hasOuter = !filter.by || values[filter.by] !== undefined;
    if (hasOuter && isOffered(filter, values)) kept[filterId(filter)] = value;
    else
      dropped.push({
        param: filterParam(filter),
        value: writeFilter(value),
        reason: "invalid",
      });
  }
  return kept;
}

const writeSearch = ({ parameter, text }: Search) => `${parameter}-${text}`;

function readSearch(resource: Resource, text: string): Search | null {
  // Names of parameters may contain hyphens; the longest one that fits is meant.
  const [parameter] = (resource.search?.parameters ?? [])
    .map(({ value }) => value)
    .filter((value) => text.startsWith(`${value}-`))
    .toSorted((one, other) => other.length - one.length);
  if (parameter === undefined) return null;
  const words = text.slice(parameter.length + 1).trim();
  return isPlainText(words) ? { parameter, text: words } : null;
}
