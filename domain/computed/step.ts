import { roleOf, userLevels, type Viewer } from "../access";
import { conditionOf, type RowCondition } from "../condition/condition";
import { isMet } from "../condition/predicate";
import { ageBounds, isWithin, type Bounds } from "./ageBounds";
import { isReaderValue, type Step } from "./rule";
import type { Rate, SumLine } from "./sumLines";

/** A record of a table that computed fields read. */
export type TableRow = {
  id: string;
  data: Readonly<Record<string, unknown>>;
};

/** The records of tables, by row schema. */
export type LookupTables = ReadonlyMap<string, readonly TableRow[]>;

/** The records, the day and the reader of a compiled rule. */
export type Compiling = { tables: LookupTables; day: string; viewer: Viewer };

/** A value that a record must have: a field of the row, or of an earlier step's record. */
export type Source =
  | { field: string; step?: undefined }
  | { step: string; field: string };

/** A record of a step, with the texts that it demands; null stands for every value. */
export type StepRow = {
  row: TableRow;
  /** Its place in the order of preference. */
  place: number;
  keys: readonly (string | null)[];
  /** The numbers that it demands of the last source; null stands for every value. */
  bounds: Bounds | null;
  each: string | null;
  rate: Rate;
};

/** A step for one reader and one day: its records in the order of preference. */
export type CompiledStep = {
  id: string;
  table: string;
  sources: readonly Source[];
  rows: readonly StepRow[];
  /** Returns the records that match the texts of the sources, in the order of preference. */
  find(texts: readonly (string | null)[]): StepRow[];
  /** Whether the step adds to the sum; other steps only find a record. */
  isAdded: boolean;
  hasEach: boolean;
  isOptional: boolean;
  /** Whether the last source is a number between the bounds of the record. */
  isBounded: boolean;
};

/** Returns a value as text; null for an empty value. */
export const textOf = (value: unknown): string | null =>
  typeof value === "string" ||
  typeof value === "number" ||
  typeof value === "boolean"
    ? String(value) || null
    : null;

export const numberOf = (value: unknown): number | null =>
  typeof value === "number" ? value : null;

/** Returns the name of a user level, as access rules write it. */
const levelName = (level: number): string | null =>
  Object.entries(userLevels).find(([, number]) => number === level)?.[0] ??
  null;

/** Returns a field of the record that a step has found. */
export const foundText = (
  found: StepRow | undefined,
  field: string,
): string | null => textOf(found?.row.data[field]);

/** Returns a reader's value of a name such as `@me`; null for a missing value. */
export function readerValue(name: string, viewer: Viewer): string | null {
  switch (name) {
    case "@me":
      return viewer.userId;
    case "@role":
      return roleOf(viewer);
    case "@level":
      return levelName(viewer.userLevel);
    default:
      return viewer.choices?.[name.slice(1)] ?? null;
  }
}

function sourceOf(text: string): Source {
  const [first = "", second] = text.split(".");
  return second === undefined
    ? { field: first }
    : { step: first, field: second };
}

/**
 * Returns whether a record is valid on a day: from its first to its last day, both included.
 * A record without a first day is valid before its last day too.
 */
function isValid(
  { data }: TableRow,
  { validFrom = "", validUntil = "" }: Step,
  day: string,
): boolean {
  const [first, last] = [textOf(data[validFrom]), textOf(data[validUntil])];
  return (first === null || first <= day) && (last === null || day <= last);
}

/** Returns whether a record meets the condition of a step, which names no viewer and no day. */
const isOfStep = ({ data }: TableRow, { where }: Step): boolean =>
  where === undefined ||
  isMet(conditionOf(where) as RowCondition, { fields: {}, values: data });

/**
 * Compares records by preference: more filled fields first, then the fields that are
 * declared first, the higher band, the later first day, and the newer record.
 */
function byPreference(left: FilledRow, right: FilledRow): number {
  const [a, b] = [left.rate, right.rate];
  const days = (b.validFrom ?? "") < (a.validFrom ?? "") ? -1 : 1;
  return (
    right.filled - left.filled ||
    b.band - a.band ||
    (a.validFrom === b.validFrom ? 0 : days) ||
    Number(b.id) - Number(a.id)
  );
}

/**
 * Returns a number that is higher for more filled fields, and for equally many it is higher
 * if they are declared first. It differs for different fields.
 */
function filledOrder(filled: readonly boolean[]): number {
  const places = 2 ** filled.length;
  return filled.reduce(
    (order, isFilled, place) =>
      isFilled ? order + places + places / 2 ** (place + 1) : order,
    0,
  );
}

/** Returns the records of a step that the day and the reader allow. */
function allowedRows(
  step: Step,
  { tables, day, viewer }: Compiling,
): TableRow[] {
  const ofReader = (step.match ?? [])
    .filter(({ is }) => isReaderValue(is))
    .map(({ field, is }) => ({ field, value: readerValue(is, viewer) }));
  return (tables.get(step.table) ?? []).filter(
    (row) =>
      isValid(row, step, day) &&
      isOfStep(row, step) &&
      ofReader.every(({ field, value }) => {
        const wanted = textOf(row.data[field]);
        return wanted === null || wanted === value;
      }),
  );
}

/** Returns what a record adds to the sum. */
function rateOf(
  { id, data }: TableRow,
  { band, amount, percent, validFrom = "", count, needed }: Step,
): Rate {
  const share = numberOf(percent && data[percent]);
  const stored = amount === undefined ? null : numberOf(data[amount]);
  const fixed = count ? 1 : needed ? 0 : stored;
  return {
    id,
    band: numberOf(band && data[band]) ?? 0,
    amount: fixed === null ? null : Math.round(fixed),
    milliPercent: share === null ? null : Math.round(share * 1000),
    validFrom: textOf(data[validFrom]),
  };
}

/** Returns a step for a reader and a day. */
export function compileStep(step: Step, context: Compiling): CompiledStep {
  const { id, table, match = [], amount, percent, age } = step;
  const { count = false, needed = false } = step;
  const hasEach = count || step.each !== undefined;
  const isAdded = [amount, percent].some(Boolean) || count || needed;
  const allowed = allowedRows(step, context);
  // A field that no record fills decides nothing.
  const own = match.filter(
    ({ field, is }) =>
      !isReaderValue(is) &&
      allowed.some(({ data }) => textOf(data[field]) !== null),
  );
  const rows = allowed
    .flatMap((row): FilledRow[] => {
      const { data } = row;
      const bounds = age ? ageBounds(age, data, context.day) : null;
      if (age && !bounds) return [];
      return [
        {
          row,
          place: 0,
          keys: own.map(({ field }) => textOf(data[field])),
          bounds,
          each: count ? row.id : textOf(data[step.each ?? ""]),
          filled: filledOrder(
            match.map(({ field }) => textOf(data[field]) !== null),
          ),
          rate: rateOf(row, step),
        },
      ];
    })
    // A record without an amount says nothing about the sum.
    .filter(
      ({ rate }) =>
        !isAdded || rate.amount !== null || rate.milliPercent !== null,
    )
    .sort(byPreference)
    .map((row, place): FilledRow => ({ ...row, place }));
  const find = finderOf(rows);
  return {
    id,
    table,
    sources: [
      ...own.map(({ is }) => sourceOf(is)),
      ...(age ? [{ field: age.of }] : []),
    ],
    rows,
    find: age
      ? (texts) =>
          find(texts).filter(
            ({ bounds }) => bounds && isWithin(bounds, texts.at(-1)),
          )
      : find,
    isAdded,
    hasEach,
    isOptional: step.optional === true || hasEach,
    isBounded: age !== undefined,
  };
}

type FilledRow = StepRow & { filled: number };

/** Joins the texts of keys; a key that stands for every value is left out. */
const joinTexts = (
  texts: readonly (string | null)[],
  keys: StepRow["keys"],
): string =>
  JSON.stringify(texts.filter((_, place) => (keys[place] ?? null) !== null));

/**
 * Returns a function that finds records by texts. Records with the same filled fields follow
 * each other by preference, so each such group is a map by the texts.
 */
function finderOf(rows: readonly FilledRow[]): CompiledStep["find"] {
  const groups: {
    filled: number;
    keys: StepRow["keys"];
    by: Map<string, StepRow[]>;
  }[] = [];
  for (const row of rows) {
    const { filled, keys } = row;
    let group = groups.at(-1);
    if (group?.filled !== filled) {
      group = { filled, keys, by: new Map() };
      groups.push(group);
    }
    const text = joinTexts(keys, keys);
    const alike = group.by.get(text);
    if (alike) alike.push(row);
    else group.by.set(text, [row]);
  }
  return (texts) =>
    groups.flatMap(({ keys, by }) => by.get(joinTexts(texts, keys)) ?? []);
}

/** Returns the lines that the records of a step add to a sum. */
export function linesOf(
  step: CompiledStep,
  rows: readonly StepRow[],
): SumLine[] {
  const { id, table, isAdded, hasEach, isOptional } = step;
  if (!isAdded) return [];
  const line = { step: id, table, isOptional };
  if (!hasEach) return [{ ...line, rates: rows.map(({ rate }) => rate) }];
  const values = [...new Set(rows.map(({ each }) => each ?? ""))].sort();
  return values.map((each) => ({
    ...line,
    each,
    rates: rows
      .filter((row) => (row.each ?? "") === each)
      .map(({ rate }) => rate),
  }));
}
