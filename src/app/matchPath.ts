/** The parts of a path such as `/:type(auction|stats)/:id`. */
type Segment =
  | { kind: "literal"; text: string }
  | { kind: "values"; name: string; values: readonly string[] }
  | { kind: "parameter"; name: string }
  | { kind: "rest" };

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);

function parsed(segment: string): Segment {
  if (segment === "*") return { kind: "rest" };
  const [, name, values] = /^:(\w+)(?:\((.*)\))?$/.exec(segment) ?? [];
  if (name === undefined)
    return { kind: "literal", text: segment.toLowerCase() };
  return values === undefined
    ? { kind: "parameter", name }
    : { kind: "values", name, values: values.split("|") };
}

/** The more a segment says, the higher its rank. */
const ranks = { literal: 3, values: 2, parameter: 1, rest: 0 };

/** Returns the rank of each segment; undefined if the path does not match. */
function ranksOf(path: string, pathname: string): number[] | undefined {
  const wanted = segmentsOf(path).map(parsed);
  const given = segmentsOf(pathname);
  if (given.length !== wanted.length && wanted.at(-1)?.kind !== "rest")
    return undefined;
  const matches = wanted.every((segment, index) => {
    const text = given[index];
    if (segment.kind === "rest") return true;
    if (text === undefined) return false;
    if (segment.kind === "literal") return segment.text === text.toLowerCase();
    return segment.kind === "parameter" || segment.values.includes(text);
  });
  return matches ? wanted.map(({ kind }) => ranks[kind]) : undefined;
}

/**
 * Returns the entry that a pathname leads to. A literal segment wins over a
 * list of values, a list of values over a parameter, and anything over `*`. Of
 * equal paths the first wins.
 *
 * @example matchPath([{ path: "/users/:id" }, { path: "/users/new" }], "/users/new")
 */
export function matchPath<Entry extends { path: string }>(
  entries: readonly Entry[],
  pathname: string,
): Entry | undefined {
  let best: { entry: Entry; ranks: number[] } | undefined;
  for (const entry of entries) {
    const found = ranksOf(entry.path, pathname);
    if (found && (!best || isHigher(found, best.ranks)))
      best = { entry, ranks: found };
  }
  return best?.entry;
}

/** Compares ranks by segment. A path that ends is above one that goes on by `*`. */
function isHigher(ranked: readonly number[], than: readonly number[]): boolean {
  const segments = Array.from({
    length: Math.max(ranked.length, than.length),
  });
  const end = ranks.parameter;
  const difference = segments
    .map((_, index) => (ranked[index] ?? end) - (than[index] ?? end))
    .find((rank) => rank !== 0);
  return difference !== undefined && difference > 0;
}

/** Returns a path in the router's notation, which has no lists of values. */
export const routerPath = (path: string): string =>
  path.replaceAll(/\([^)]*\)/g, "");
