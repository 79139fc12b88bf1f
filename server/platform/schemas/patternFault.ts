import type { Message } from "../problem";
import { patternTrees, type Pattern } from "./patternTree";

/** More places for characters than any declared pattern has. */
const mostPlaces = 120;
/** A repetition that may go on for more than this counts as endless. */
const likeEndless = 8;
/**
 * The most ways, as a power of two, in which a pattern may match one text. The
 * engine may try them all, so this is about the longest run in steps.
 */
const mostWays = 24;
/** The choices that an endless repetition adds: it can end at any of 256 characters. */
const waysToEnd = 8;

/**
 * Returns why a pattern must not be used: it is not a regular expression, or
 * the engine can need very long for some text because parts of the pattern
 * match it in many ways. Returns null for a good pattern.
 */
export function patternFault(source: string): Message | null {
  const known = cache.get(source);
  if (known !== undefined) return known;
  if (cache.size >= mostCached) cache.clear();
  const found = findFault(source);
  cache.set(source, found);
  return found;
}

/** Declarations are checked after each edit, mostly with the same patterns. */
const cache = new Map<string, Message | null>();
const mostCached = 500;

function findFault(source: string): Message | null {
  try {
    new RegExp(source, "u");
  } catch {
    return { id: "patternInvalid" };
  }
  const trees = patternTrees(source);
  if (!trees) return { id: "patternRefersBack" };
  for (const tree of trees) {
    const automaton = automatonOf(tree);
    if (!automaton)
      return { id: "patternTooLong", values: { limit: mostPlaces } };
    if (automaton.isEmptyRepeated || isExponential(automaton))
      return { id: "patternSlow" };
    if (waysOf(automaton) > mostWays) return { id: "patternSlow" };
  }
  return null;
}

/** Places that take one character each, and the places that may follow. */
type Automaton = {
  takes: ReadonlySet<number>[];
  /** For each place, the next places and the number of ways to them. */
  follow: Map<number, number>[];
  first: number[];
  /** Whether a part that can be empty must be repeated many times. */
  isEmptyRepeated: boolean;
};
type Part = { first: number[]; last: number[]; canBeEmpty: boolean };

const emptyPart: Part = { first: [], last: [], canBeEmpty: true };

/** Returns the Glushkov automaton of a tree, or null if it is too large. */
function automatonOf(tree: Pattern): Automaton | null {
  const takes: ReadonlySet<number>[] = [];
  const follow: Map<number, number>[] = [];
  let isEmptyRepeated = false;
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
      if (built.canBeEmpty && min > likeEndless) isEmptyRepeated = true;
      return { ...built, canBeEmpty: built.canBeEmpty || min === 0 };
    }
    let whole = emptyPart;
    for (let count = 0; count < min; count += 1)
      whole = sequence(whole, build(part));
    // Each optional round follows the round before it, and is never empty.
    let round = whole;
    for (let count = min; count < max; count += 1) {
      const built = build(part);
      const next = { ...built, canBeEmpty: false };
      if (count === 0) whole = { ...built, canBeEmpty: true };
      else {
        join(round, next);
        const first = round.canBeEmpty ? built.first : [];
        whole = {
          ...whole,
          first: [...whole.first, ...first],
          last: [...whole.last, ...built.last],
        };
      }
      round = next;
    }
    return whole;
  };
  const { first } = build(tree);
  if (takes.length > mostPlaces) return null;
  return { takes, follow, first, isEmptyRepeated };
}

const overlaps = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  [...one].some((sign) => other.has(sign));

/** Returns whether some text leads from a place back to it in two ways. */
function isExponential({ takes, follow }: Automaton): boolean {
  const size = takes.length;
  const reaches = follow.map((_, from) => reachable(from, follow));
  const isOverlapping = takes.map((one) =>
    takes.map((other) => overlaps(one, other)),
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

/**
 * Returns a bound of the ways in which the automaton matches one text, as a
 * power of two: the sum of the choices on the worst path. Within a loop there
 * is no choice, unless `isExponential`; leaving it is one.
 */
function waysOf({ takes, follow, first }: Automaton): number {
  const reaches = follow.map((_, from) => reachable(from, follow));
  const isSameLoop = (one: number, other: number) =>
    one === other
      ? true
      : reaches[one]?.has(other) === true && reaches[other]?.has(one) === true;
  const isLoop = (place: number) => reaches[place]?.has(place) === true;

  const choices = (
    ways: ReadonlyMap<number, number>,
    { next, from }: { next: number; from?: number },
  ): number => {
    const taken = takes[next] ?? new Set();
    let count = 0;
    let canStay = false;
    for (const [place, times] of ways) {
      if (!overlaps(taken, takes[place] ?? new Set())) continue;
      if (from !== undefined && isLoop(from) && isSameLoop(from, place))
        canStay = true;
      else count += times;
    }
    return Math.log2(Math.max(count, 1)) + (canStay ? waysToEnd : 0);
  };

  const known = new Map<number, number>();
  const waysFrom = (place: number): number => {
    const found = known.get(place);
    if (found !== undefined) return found;
    let most = 0;
    for (const [member, ways] of follow.entries()) {
      if (!isSameLoop(place, member)) continue;
      for (const next of ways.keys())
        if (!isSameLoop(place, next))
          most = Math.max(
            most,
            choices(ways, { next, from: member }) + waysFrom(next),
          );
    }
    known.set(place, most);
    return most;
  };
  const starts = new Map<number, number>();
  for (const place of first) starts.set(place, (starts.get(place) ?? 0) + 1);
  return Math.max(
    0,
    ...first.map((next) => choices(starts, { next }) + waysFrom(next)),
  );
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
