import type { WorkspaceChangesListQuery } from "../../generated/schemas";
import { failure } from "../platform/errors";

/** The pattern of a resource's name. */
export const resourceName = /^[a-z][a-z0-9-]{0,39}$/;

/** The most entries that one call lists. */
const maxEntries = 200;

export type RestQuery = {
  filter: Readonly<Record<string, unknown>>;
  sort: { by: string; isDescending: boolean };
  /** The index of the first entry. */
  from: number;
  most: number;
};

/**
 * Parses the JSON in `filter`, `sort` and `range`, the query of
 * ra-data-simple-rest. Throws invalid_request with the wrong parameter.
 */
export function readRestQuery(
  query: WorkspaceChangesListQuery,
  { sorts }: { sorts: readonly [string, ...string[]] },
): RestQuery {
  const filter = parse("filter", query.filter ?? "{}");
  const sort = parse("sort", query.sort ?? JSON.stringify([sorts[0], "DESC"]));
  const range = parse("range", query.range ?? `[0,${maxEntries - 1}]`);
  const [by, order] = Array.isArray(sort) ? (sort as unknown[]) : [];
  const [from, last] = Array.isArray(range) ? (range as unknown[]) : [];
  if (typeof filter !== "object" || filter === null || Array.isArray(filter))
    throw invalid("filter");
  if (typeof by !== "string" || !sorts.includes(by)) throw invalid("sort");
  if (order !== "ASC" && order !== "DESC") throw invalid("sort");
  if (typeof from !== "number" || typeof last !== "number" || last < from)
    throw invalid("range");
  return {
    filter: filter as Readonly<Record<string, unknown>>,
    sort: { by, isDescending: order === "DESC" },
    from,
    most: Math.min(last - from + 1, maxEntries),
  };
}

/**
 * Returns the value or values of a filter, undefined if it is not set. Throws
 * invalid_request if a value is not a text of the pattern.
 */
export function filterValues(
  { filter }: Pick<RestQuery, "filter">,
  name: string,
  pattern: RegExp,
): string[] | undefined {
  if (!Object.hasOwn(filter, name)) return undefined;
  const values = [filter[name]].flat();
  const isValid = (value: unknown): value is string =>
    typeof value === "string" && pattern.test(value);
  if (!values.every(isValid)) throw invalid("filter");
  return values;
}

/** Throws invalid_request if the query filters by any other name. */
export function allowFilters(
  { filter }: Pick<RestQuery, "filter">,
  names: readonly string[],
): void {
  if (Object.keys(filter).some((name) => !names.includes(name)))
    throw invalid("filter");
}

/** Returns the `Content-Range` header of a page, such as `changes 0-9/42`. */
export const contentRange = (
  name: string,
  { from, count, total }: { from: number; count: number; total: number },
): string =>
  count === 0
    ? `${name} */${total}`
    : `${name} ${from}-${from + count - 1}/${total}`;

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(name);
  }
}

const invalid = (name: string) =>
  failure("invalid_request", {
    errors: { [name]: [{ key: "errors.fields.invalid" }] },
  });
