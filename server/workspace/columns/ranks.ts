import type { Order } from "../../../domain/resource";
import type { Dictionary } from "./dictionary";
import { compareKeys, comparisonOf, type SortKey } from "./textOrder";
import type { Ranks } from "./view";

/** How the values of a column are sorted. */
export type Sorting = {
  /** Stands for the rule by which keys are read, such as the field's schema. */
  rule: object;
  keyOf: (raw: unknown) => SortKey;
};

/** Which keys are past, and a text that differs if others are. */
export type Past = { isPast: (key: SortKey) => boolean; until: string };

/** The codes with a key in ascending order, and the keys by code. */
type Sorted = {
  codes: number[];
  keys: SortKey[];
  /** The ranks by direction and past, until the dictionary grows. */
  ranked: Map<string, Ranks>;
};

/** Each minute has another past. */
const mostRanked = 10;

/**
 * Returns a function that ranks the codes of a dictionary. Sorted codes are
 * kept, and new values are merged into them.
 */
export function createRanks(): (
  dictionary: Dictionary,
  sorting: Sorting,
  order: { order: Order; past?: Past | undefined },
) => Ranks {
  const kept = new WeakMap<Dictionary, WeakMap<object, Sorted>>();
  const sortedOf = (dictionary: Dictionary, sorting: Sorting): Sorted => {
    const ofDictionary = kept.get(dictionary) ?? new WeakMap<object, Sorted>();
    kept.set(dictionary, ofDictionary);
    const known = ofDictionary.get(sorting.rule);
    if (known?.keys.length === dictionary.values.length) return known;
    const sorted = addNew(
      dictionary,
      sorting,
      known ?? { codes: [], keys: [] },
    );
    ofDictionary.set(sorting.rule, sorted);
    return sorted;
  };

  return (dictionary, sorting, { order, past }) => {
    const sorted = sortedOf(dictionary, sorting);
    const { ranked } = sorted;
    const key = `${order} ${past?.until ?? ""}`;
    const known = ranked.get(key);
    if (known) return known;
    if (ranked.size >= mostRanked) ranked.clear();
    const found = rankCodes(sorted, order, past);
    ranked.set(key, found);
    return found;
  };
}

function rankCodes(
  { codes, keys }: Sorted,
  order: Order,
  past: Past | undefined,
): Ranks {
  const ranks = sharedNumbers(keys.length);
  let distinct = 0;
  let before: SortKey = null;
  for (const code of codes) {
    const key = keys[code] ?? null;
    if (before === null || compareKeys(before, key) !== 0) distinct += 1;
    before = key;
    ranks[code] = distinct - 1;
  }
  const shift = past ? distinct : 0;
  for (const code of codes) {
    const ascending = ranks[code] ?? 0;
    const rank = order === "DESC" ? distinct - 1 - ascending : ascending;
    const isLater = past?.isPast(keys[code] ?? null) === true;
    ranks[code] = isLater ? rank + shift : rank;
  }
  // Nulls come last in both directions.
  const last = distinct + shift;
  keys.forEach((key, code) => {
    if (key === null) ranks[code] = last;
  });
  return { ranks, end: last + 1, codes: inOrder(ranks, last + 1) };
}

/** Threads share the numbers, so that a scan does not copy them. */
const sharedNumbers = (length: number) =>
  new Uint32Array(new SharedArrayBuffer(4 * length));

/** Returns the codes in the order of their ranks. */
function inOrder(ranks: Uint32Array, end: number): Uint32Array {
  const next = new Uint32Array(end + 1);
  for (const rank of ranks) next[rank + 1] = (next[rank + 1] ?? 0) + 1;
  for (let rank = 1; rank <= end; rank += 1)
    next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  const codes = sharedNumbers(ranks.length);
  ranks.forEach((rank, code) => {
    const place = next[rank] ?? 0;
    codes[place] = code;
    next[rank] = place + 1;
  });
  return codes;
}

/** Merges the new codes of a dictionary into its sorted codes. */
function addNew(
  { values }: Dictionary,
  { keyOf }: Sorting,
  { codes, keys }: Pick<Sorted, "codes" | "keys">,
): Sorted {
  const allKeys = [...keys, ...values.slice(keys.length).map(keyOf)];
  const compareTwo = comparisonOf(allKeys.filter((key) => key !== null));
  const compare = (a: number, b: number) =>
    compareTwo(allKeys[a] ?? null, allKeys[b] ?? null);
  const added = allKeys
    .map((_, code) => code)
    .slice(keys.length)
    .filter((code) => allKeys[code] !== null)
    .sort(compare);
  const merged: number[] = [];
  let next = 0;
  for (const code of codes) {
    for (; next < added.length; next += 1) {
      const addedCode = added[next] ?? 0;
      if (compare(addedCode, code) >= 0) break;
      merged.push(addedCode);
    }
    merged.push(code);
  }
  return {
    codes: [...merged, ...added.slice(next)],
    keys: allKeys,
    ranked: new Map(),
  };
}
