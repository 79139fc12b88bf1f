/** A value by which rows are sorted; null comes last. */
export type SortKey = string | number | boolean | readonly string[] | null;

/** Surrogates stand for the characters after U+FFFF. */
const firstSurrogate = 0xd800;
const lastSurrogate = 0xdfff;

/** Returns a UTF-16 code unit as a number in the order of characters. */
const placeOf = (unit: number): number =>
  unit >= firstSurrogate && unit <= lastSurrogate ? unit + 0x10000 : unit;

/** Compares texts by code points, as PostgreSQL's collation C does. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let place = 0; place < length; place += 1) {
    const [left, right] = [a.charCodeAt(place), b.charCodeAt(place)];
    if (left !== right) return placeOf(left) - placeOf(right);
  }
  return a.length - b.length;
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length);
  for (let place = 0; place < length; place += 1) {
    const order = compareTexts(a[place] ?? "", b[place] ?? "");
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/**
 * Returns the comparison of these keys of one field, of which none is null. Texts without
 * surrogates have the same order by UTF-16 code units, which is compared much faster.
 */
export function comparisonOf(
  keys: readonly SortKey[],
): (a: SortKey, b: SortKey) => number {
  const isPlain = keys.every(
    (key) => typeof key === "string" && !surrogate.test(key),
  );
  return isPlain ? compareUnits : compareKeys;
}

const surrogate = /[\ud800-\udfff]/;

function compareUnits(a: SortKey, b: SortKey): number {
  if (a === b) return 0;
  return String(a) < String(b) ? -1 : 1;
}

/** Compares two keys of one field, neither of which is null. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a === b) return 0;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  return Number(a) - Number(b);
}
