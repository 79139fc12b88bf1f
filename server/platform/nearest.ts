import { distance as distanceOf } from "fastest-levenshtein";
import type { Message } from "./problem";

/** Longer names are compared by their beginning, which bounds the cost. */
const longestCompared = 80;
/** Up to this many valid names are listed if none is near. */
const mostListed = 30;

/**
 * Returns the candidate with the fewest different letters, if they are few.
 * Numbers have no near candidate: each digit changes the meaning.
 */
export function nearest(
  name: string,
  candidates: Iterable<string>,
): string | undefined {
  if (/^\d+$/.test(name)) return undefined;
  const text = name.slice(0, longestCompared).toLowerCase();
  let best: string | undefined;
  let least = Math.max(2, Math.floor(text.length / 3)) + 1;
  for (const candidate of candidates) {
    const other = candidate.slice(0, longestCompared).toLowerCase();
    const distance = distanceOf(text, other);
    if (distance >= least || distance >= text.length) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/**
 * Returns the end of a message about a wrong name: the nearest valid name, or
 * all valid names if there are few, or nothing.
 */
export function hintFor(
  name: string,
  candidates: Iterable<string>,
): Message | "" {
  const names = [...new Set(candidates)];
  const near = nearest(name, names);
  if (near !== undefined) return { id: "hintNearest", values: { name: near } };
  if (names.length === 0 || names.length > mostListed) return "";
  return { id: "hintNames", values: { names: names.map(quote).join(", ") } };
}

const quote = (name: string): string => `"${name}"`;
