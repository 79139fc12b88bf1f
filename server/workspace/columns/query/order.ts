import { japanDay } from "../../../../domain/japanTime";
import { fieldType, type Order } from "../../../../domain/resource";
import { extraType } from "../../listing/source/extraType";
import type { ScannedTable } from "../computed/computedView";
import type { Dictionary } from "../store/dictionary";
import type { PossibleValues, Ranks, Scan, Test } from "../store/view";
import { readerOf, scalarText, type Placed, type WordOf } from "./conditions";

/** Returns how a field is sorted; null if only the database can sort it. */
export function sortingOf(
  placed: Placed,
  word: (dictionary: string, id: number) => ReturnType<WordOf>,
): Sorting | null {
  const { field, storage } = placed;
  switch (storage.kind) {
    case "computed":
    case "id":
    case "list":
      return null;
    case "term":
      return {
        rule: storage,
        keyOf: (id) => {
          const found =
            typeof id === "number" ? word(storage.dictionary, id) : undefined;
          return (storage.rankOf ? found?.rank : found?.name) ?? null;
        },
      };
    case "column":
    case "expression":
      return fieldType(field) === "array"
        ? null
        : { rule: field, keyOf: (raw) => asKey(raw) };
    case "extra": {
      if (extraType(field) === "object") return null;
      const read = readerOf(placed);
      const isText = extraType(field) === "choice";
      const choices =
        field.enum &&
        new Set(field.enum.filter((choice) => choice !== null).map(String));
      return {
        rule: field,
        keyOf: (raw) => {
          const value = read(raw);
          if (Array.isArray(value))
            return value.length > 0 ? asKey(value) : null;
          const text = scalarText(value);
          if (choices && (text === null || !choices.has(text))) return null;
          return isText ? text : asKey(value);
        },
      };
    }
  }
}

function asKey(value: unknown): SortKey {
  if (Array.isArray(value)) return value.map(String);
  return scalarText(value) === null ? null : (value as SortKey);
}

/** How the values of a column are sorted. */
type Sorting = {
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

/** A value by which rows are sorted; null comes last. */
type SortKey = string | number | boolean | readonly string[] | null;

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

/**
 * Returns the values of a sorted column that meet the conditions of a page, as far
 * as these concern the column itself or the day of its moments; null for all.
 */
export function possibleValues(
  table: ScannedTable,
  column: number,
  conditions: Scan["tests"],
): PossibleValues | null {
  const ofColumn = findOnly(conditions, column);
  if (ofColumn) return ofColumn;
  const dayColumn = table.columns.indexOf(`${table.columns[column] ?? ""}.day`);
  const ofDay = dayColumn < 0 ? null : findOnly(conditions, dayColumn);
  if (!ofDay) return null;
  const days = dayCodes(table.dictionary(column), table.dictionary(dayColumn));
  const marks = new Uint8Array(days.length);
  for (let code = 0; code < days.length; code += 1)
    marks[code] = ofDay.marks[days[code] ?? 0] ?? 0;
  return { marks, rows: ofDay.rows };
}

/** Returns the condition of this column alone that the fewest rows meet. */
function findOnly(
  conditions: Scan["tests"],
  column: number,
): PossibleValues | null {
  const isOfColumn = ({ parts }: Test) =>
    parts.length === 1 && parts[0]?.column === column;
  const [fewest] = conditions
    .filter(isOfColumn)
    .sort((a, b) => a.rows - b.rows);
  const [part] = fewest?.parts ?? [];
  return fewest && part ? { marks: part.marks, rows: fewest.rows } : null;
}

const known = new WeakMap<Dictionary, Uint32Array>();

/** Returns the code of the day in Japan for each code of a moment. */
function dayCodes(moments: Dictionary, days: Dictionary): Uint32Array {
  const before = known.get(moments);
  const { values } = moments;
  if (before?.length === values.length) return before;
  const codes = new Uint32Array(values.length);
  codes.set(before ?? []);
  for (let code = before?.length ?? 0; code < values.length; code += 1) {
    const moment = values[code];
    const day =
      typeof moment === "number" ? japanDay(new Date(moment / 1_000)) : null;
    codes[code] = day === null ? 0 : (days.find(day) ?? 0);
  }
  known.set(moments, codes);
  return codes;
}
