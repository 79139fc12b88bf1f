import type { WorkspaceChangesListQuery } from "../../generated/schemas";
import { failure } from "../platform/errors";
import { isObject } from "../platform/pointer";

/** The pattern of a resource's name. */
export const resourceName = /^[a-z][a-z0-9-]{0,39}$/;

/** The most entries that one call lists. */
const maxEntries = 200;

export type RestQuery<Name extends string> = {
  /** The wanted values of each filter that is set. */
  filter: Partial<Record<Name, string[]>>;
  sort: { by: string; isDescending: boolean };
  /** The index of the first entry. */
  from: number;
  most: number;
};

/**
 * Parses the JSON in `filter`, `sort` and `range`, the query of
 * ra-data-simple-rest. `filters` are the patterns of the allowed filters. Throws
 * invalid_request with the wrong parameter.
 */
export function readRestQuery<Name extends string>(
  query: WorkspaceChangesListQuery,
  allowed: { sorts: readonly string[]; filters: Record<Name, RegExp> },
): RestQuery<Name> {
  const { sorts, filters } = allowed;
  const filter = parse("filter", query.filter ?? "{}");
  const sort = parse("sort", query.sort ?? JSON.stringify([sorts[0], "DESC"]));
  const range = parse("range", query.range ?? `[0,${maxEntries - 1}]`);
  const [by, order] = Array.isArray(sort) ? (sort as unknown[]) : [];
  const [from, last] = Array.isArray(range) ? (range as unknown[]) : [];
  if (!isObject(filter)) throw invalid("filter");
  if (typeof by !== "string" || !sorts.includes(by)) throw invalid("sort");
  if (order !== "ASC" && order !== "DESC") throw invalid("sort");
  if (typeof from !== "number" || typeof last !== "number" || last < from)
    throw invalid("range");
  const patterns = new Map<string, RegExp>(Object.entries(filters));
  const values = Object.entries(filter).map(([name, value]) => {
    const pattern = patterns.get(name);
    const wanted = [value].flat();
    const isValid = (text: unknown): text is string =>
      typeof text === "string" && pattern?.test(text) === true;
    if (!pattern || !wanted.every(isValid)) throw invalid("filter");
    return [name, wanted];
  });
  return {
    filter: Object.fromEntries(values) as RestQuery<Name>["filter"],
    sort: { by, isDescending: order === "DESC" },
    from,
    most: Math.min(last - from + 1, maxEntries),
  };
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
