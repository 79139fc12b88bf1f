import { failure } from "../platform/errors";
import type { WorkspaceChangesListQuery } from "../../generated/schemas";

/** The name of a resource. */
export const aName = /^[a-z][a-z0-9-]{0,39}$/;

/** The most entries that one call lists. */
const mostListed = 200;

export type RestQuery = {
  filter: Readonly<Record<string, unknown>>;
  sort: { by: string; isDescending: boolean };
  from: number;
  most: number;
};

/**
 * What a plain REST list asks by JSON in `filter`, `sort` and `range`. Throws
 * invalid_request naming the parameter that is wrong.
 */
export function readRestQuery(
  query: WorkspaceChangesListQuery,
  { sorts }: { sorts: readonly [string, ...string[]] },
): RestQuery {
  const filter = parse("filter", query.filter ?? "{}");
  const sort = parse("sort", query.sort ?? JSON.stringify([sorts[0], "DESC"]));
  const range = parse("range", query.range ?? `[0,${mostListed - 1}]`);
  const [by, order] = Array.isArray(sort) ? (sort as unknown[]) : [];
  const [from, last] = Array.isArray(range) ? (range as unknown[]) : [];
  if (typeof filter !== "object" || filter === null || Array.isArray(filter))
    throw wrong("filter");
  if (typeof by !== "string" || !sorts.includes(by)) throw wrong("sort");
  if (order !== "ASC" && order !== "DESC") throw wrong("sort");
  if (typeof from !== "number" || typeof last !== "number" || last < from)
    throw wrong("range");
  return {
    filter: filter as Readonly<Record<string, unknown>>,
    sort: { by, isDescending: order === "DESC" },
    from,
    most: Math.min(last - from + 1, mostListed),
  };
}

/** The filter's value or values of a name, all texts. */
export function filterTexts(
  { filter }: Pick<RestQuery, "filter">,
  name: string,
  pattern: RegExp,
): string[] | undefined {
  if (!Object.hasOwn(filter, name)) return undefined;
  const values = [filter[name]].flat();
  const isText = (value: unknown): value is string =>
    typeof value === "string" && pattern.test(value);
  if (!values.every(isText)) throw wrong("filter");
  return values;
}

/** Refuses names that the list does not filter by. */
export function onlyFilters(
  { filter }: Pick<RestQuery, "filter">,
  names: readonly string[],
): void {
  if (Object.keys(filter).some((name) => !names.includes(name)))
    throw wrong("filter");
}

/** What part of how many entries an answer is, as `Content-Range` says it. */
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
    throw wrong(name);
  }
}

const wrong = (name: string) =>
  failure("invalid_request", {
    errors: { [name]: [{ key: "errors.fields.invalid" }] },
  });
