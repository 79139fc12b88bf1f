import { isDay } from "../japanTime";
import { largestPage } from "../limits";
import {
  filterId,
  filterSend,
  type Field,
  type Filter,
  type Resource,
  type RowSchema,
} from "../resource";
import { mostChoices } from "./kinds/choices";
import { filterKind, hasChoices } from "./kinds/kinds";
import { isPlainText } from "./kinds/text";
import {
  type FilterValue,
  type ListingState,
  type Search,
  firstPageSize,
  readPage,
  readPageSize,
  readSort,
} from "./state";
import { readFilter, writeFilter } from "./filterText";

type CallQuery = Readonly<Record<string, string>>;

/** Returns the query parameters for the chosen filters and the search. */
export function filterCall(
  resource: Resource,
  state: Pick<ListingState, "filters" | "search">,
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const filter of resource.filters)
    Object.assign(query, writeSent(filter, state.filters[filterId(filter)]));
  const [parameterName, textName] = resource.search?.send ?? [];
  if (state.search && parameterName && textName) {
    query[parameterName] = state.search.parameter;
    query[textName] = state.search.text;
  }
  return query;
}

/** Returns the query of the list call: filters, search, sort and page. */
export function listCall(
  resource: Resource,
  state: ListingState,
): Record<string, string> {
  const query = filterCall(resource, state);
  if (state.sort) {
    query.sort = state.sort.id;
    query.order = state.sort.order;
  }
  query.page = String(state.page);
  query.pageSize = String(state.pageSize);
  return query;
}

function writeSent(
  filter: Filter,
  value: FilterValue | undefined,
): Record<string, string> {
  const [first, second] = filterSend(filter);
  if (!first) return {};
  if (!value) return filter.none === undefined ? {} : { [first]: filter.none };
  if (value.kind === "dates" && second)
    return {
      ...(value.from ? { [first]: value.from } : {}),
      ...(value.to ? { [second]: value.to } : {}),
    };
  return { [first]: writeFilter(value) };
}

/** A bound that a parameter exceeds, with the largest value that it may have. */
type ExceededBound = { key: "tooDeep" | "tooMany"; most: number };

/** Returns the bound that an invalid value exceeds, or null. */
function exceededBound(
  text: string,
  isOfChoices: boolean,
): ExceededBound | null {
  if (!isOfChoices)
    return Number(text) > largestPage
      ? { key: "tooDeep", most: largestPage }
      : null;
  return text.split(",").length > mostChoices
    ? { key: "tooMany", most: mostChoices }
    : null;
}

/**
 * Returns the state that a call's query describes. `errors` names each wrong
 * parameter, and each parameter that the declaration (cut to its viewer) does
 * not have; `bounds` has the exceeded bounds by parameter. Unlike a URL, a call
 * with any error is rejected.
 */
export function readCall(
  resource: Resource,
  row: RowSchema,
  query: CallQuery,
): {
  state: ListingState;
  errors: string[];
  bounds: ReadonlyMap<string, ExceededBound>;
} {
  const errors: string[] = [];
  const bounds = new Map<string, ExceededBound>();
  const note = (name: string, isOfChoices: boolean) => {
    const bound = exceededBound(query[name] ?? "", isOfChoices);
    if (errors.includes(name) && bound) bounds.set(name, bound);
  };
  const taken = new Set<string>();
  const read = <Value>(
    name: string,
    parse: (text: string) => Value | null,
  ): Value | null => {
    taken.add(name);
    const text = query[name];
    if (text === undefined || text === "") return null;
    const value = parse(text);
    if (value === null) errors.push(name);
    return value;
  };

  const filters: Record<string, FilterValue> = {};
  for (const filter of resource.filters) {
    const field = row.properties[filter.field];
    if (!field) continue;
    const [first = "", second] = filterSend(filter);
    const none = noneOf(field, filter);
    const isPair = filterKind(field, filter) === "dates" && second;
    const readValue = (name: string) =>
      read(name, (text) =>
        text === none ? "none" : readFilter(field, filter, text),
      );
    const other = filter.also ? readValue(filter.also) : null;
    const value = isPair
      ? readDatePair(read, first, second)
      : (readValue(first) ?? other);
    if (value && value !== "none") filters[filterId(filter)] = value;
    if (hasChoices(field, filter))
      for (const name of [first, ...(filter.also ? [filter.also] : [])])
        note(name, true);
  }
  const search = readSearch(resource, query, taken, errors);
  const sort = read("sort", (id) =>
    readSort(resource, id, query.order ?? null),
  );
  for (const name of ["order", ...(resource.ignores ?? [])]) taken.add(name);
  const page = read("page", readPage) ?? 1;
  note("page", false);
  const pageSize =
    read("pageSize", (text) => readPageSize(resource, text)) ??
    firstPageSize(resource);
  for (const name of Object.keys(query))
    if (!taken.has(name)) errors.push(name);
  return { state: { filters, search, sort, page, pageSize }, errors, bounds };
}

/**
 * Returns the value for "no choice": `All`, unless people can choose that text.
 */
function noneOf(field: Field, filter: Filter): string | undefined {
  if (filter.none !== undefined) return filter.none;
  const kind = filterKind(field, filter);
  const isFree = kind === "text" || kind === "texts";
  return isFree || field.enum?.includes("All") ? undefined : "All";
}

function readDatePair(
  read: (name: string, parse: (text: string) => string | null) => string | null,
  fromName: string,
  toName: string,
): FilterValue | null {
  const day = (text: string) => (isDay(text) ? text : null);
  const from = read(fromName, day);
  const to = read(toName, (text) =>
    isDay(text) && (!from || from <= text) ? text : null,
  );
  return from || to ? { kind: "dates", from, to } : null;
}

function readSearch(
  resource: Resource,
  query: CallQuery,
  taken: Set<string>,
  errors: string[],
): Search | null {
  const [parameterName, textName] = resource.search?.send ?? [];
  if (!parameterName || !textName) return null;
  taken.add(parameterName).add(textName);
  const parameter = query[parameterName];
  const text = query[textName];
  if (!parameter && !text) return null;
  const isKnown = resource.search?.parameters.some(
    ({ value }) => value === parameter,
  );
  if (!parameter || !isKnown) errors.push(parameterName);
  if (text === undefined || !isPlainText(text)) errors.push(textName);
  return parameter && isKnown && text && isPlainText(text)
    ? { parameter, text: text.trim() }
    : null;
}
