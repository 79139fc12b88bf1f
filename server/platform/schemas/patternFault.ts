import { patternTrees, type Pattern } from "./patternTree";

/** More places for characters than any declared pattern has. */
const mostPlaces = 120;
/** From so many on a counted repetition is like one without an end. */
const likeEndless = 8;

/**
 * Why a pattern must not be used: it is no regular expression, or there are
 * texts whose test takes twice as long with each further character, since they
 * match in ever more ways. Null for a good one.
 */
export function patternFault(source: string): string | null {
  const known = judged.get(source);
  if (known !== undefined) return known;
  if (judged.size >= mostJudged) judged.clear();
  const fault = judge(source);
  judged.set(source, fault);
  return fault;
}

/** Declarations are checked at each edit, with mostly the same patterns. */
const judged = new Map<string, string | null>();
const mostJudged = 500;

function judge(source: string): string | null {
  try {
    new RegExp(source, "u");
  } catch {
    return "is no regular expression";
  }
  const trees = patternTrees(source);
  if (!trees) return "refers back to a group, which can take exponential time";
  const automata = trees.map(automatonOf);
  if (automata.includes(null))
    return `is too long to be judged; it may have ${mostPlaces} characters to match`;
  return automata.some((one) => one && isExponential(one))
    ? "can take exponential time: a repeated part matches a text in several ways"
    : null;
}

/** Places that take a character each, and how often one follows another. */
type Automaton = {
  takes: ReadonlySet<number>[];
  follow: Map<number, number>[];
};
type Part = { first: number[]; last: number[]; canBeEmpty: boolean };

const emptyPart: Part = { first: [], last: [], canBeEmpty: true };

/** Glushkov's construction; null when it would grow too large. */
function automatonOf(tree: Pattern): Automaton | null {
  const takes: ReadonlySet<number>[] = [];
  const follow: Map<number, number>[] = [];
  const join = (from: Part, to: Part) => {
    for (const last of from.last)
      for (const first of to.first) {
        const ways = follow[last];
        ways?.set(first, (ways.get(first) ?? 0) + 1);
      }
  };
  const sequence = (from: Part, to: Part): Part => {
    join(from, to);
    return {
      first: from.canBeEmpty ? [...from.first, ...to.first] : from.first,
      last: to.canBeEmpty ? [...from.last, ...to.last] : to.last,
      canBeEmpty: from.canBeEmpty && to.canBeEmpty,
    };
  };
  const build = (part: Pattern): Part => {
    if (takes.length > mostPlaces) return emptyPart;
    if (part.kind === "one") {
      const place = takes.push(part.takes) - 1;
      follow.push(new Map());
      return { first: [place], last: [place], canBeEmpty: false };
    }
    if (part.kind === "repeat") return buildRepeat(part);
    const parts = part.parts.map(build);
    if (part.kind === "all") return parts.reduce(sequence, emptyPart);
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      canBeEmpty: parts.some(({ canBeEmpty }) => canBeEmpty),
    };
  };
  const buildRepeat = (options: {
    part: Pattern;
    min: number;
    max: number;
  }): Part => {
    const { part, min, max } = options;
    if (max > likeEndless) {
      const built = build(part);
      join(built, built);
      return { ...built, canBeEmpty: built.canBeEmpty || min === 0 };
    }
    let whole = emptyPart;
    for (let count = 0; count < max; count += 1) {
      const built = build(part);
      const canBeEmpty = built.canBeEmpty || count >= min;
      whole = sequence(whole, { ...built, canBeEmpty });
    }
    return whole;
  };
  build(tree);
  return takes.length > mostPlaces ? null : { takes, follow };
}

/** Whether some text leads from a place back to it in two ways. */
function isExponential({ takes, follow }: Automaton): boolean {
  const size = takes.length;
  const reaches = follow.map((_, from) => reachable(from, follow));
  const isOverlapping = takes.map((one) =>
    takes.map((other) => [...one].some((sign) => other.has(sign))),
  );
  return follow.some((ways, place) => {
    if (!reaches[place]?.has(place)) return false;
    for (const [next, count] of ways)
      if (count > 1 && reaches[next]?.has(place)) return true;
    const inLoop = (other: number) =>
      reaches[place]?.has(other) && reaches[other]?.has(place);
    const seen = new Set<number>([place * size + place]);
    for (const pair of seen) {
      const [one, other] = [Math.floor(pair / size), pair % size];
      for (const next of follow[one]?.keys() ?? [])
        for (const beside of follow[other]?.keys() ?? []) {
          if (!isOverlapping[next]?.[beside]) continue;
          if (!inLoop(next) || !inLoop(beside)) continue;
          if (next === beside && next === place && one !== other) return true;
          seen.add(next * size + beside);
        }
    }
    return false;
  });
}

function reachable(
  from: number,
  follow: readonly ReadonlyMap<number, number>[],
): Set<number> {
  const seen = new Set<number>(follow[from]?.keys());
  for (const place of seen)
    for (const next of follow[place]?.keys() ?? []) seen.add(next);
  return seen;
}
