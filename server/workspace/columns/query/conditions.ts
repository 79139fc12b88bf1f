import { isEmpty } from "../../../../domain/condition/predicate";
import type { Reader } from "../../../../domain/condition/reader";
import {
  enumRange,
  groupMembers,
  orderOf,
} from "../../../../domain/condition/values";
import type { RowTest } from "../../../../domain/listing/kinds/kind";
import { fieldType, isDate, type Field } from "../../../../domain/resource";
import { rankEnds } from "../../listing/query/conditions";
import type { IndexQuery } from "../../listing/query/listingIndex";
import { extraType, typedValue } from "../../listing/source/extraType";
import {
  fieldOf,
  storageOf,
  type FieldStorage,
} from "../../listing/source/rowSource";
import { columnOf, type FieldUse } from "../load/wantedColumns";
import type { ColumnTable } from "../store/columnTable";

/** A field with its place in the table. */
export type Placed = { field: Field; storage: FieldStorage };

/** The values of a column that meet a condition: a list, or a predicate. */
export type Accepted = { use: FieldUse } & (
  | { values: readonly unknown[] }
  | { accepts: (raw: unknown) => boolean }
  /** Numbers between both ends, each of which counts. */
  | { least: number; most: number }
);

/** A word of a dictionary, by its id. */
export type WordOf = (
  id: number,
) => { name: string; rank: number | null } | undefined;

/** Returns a function that reads the value of a field from what is loaded. */
export function readerOf({ field, storage }: Placed, use: FieldUse = "value") {
  if (storage.kind !== "extra") return (raw: unknown) => raw;
  const typed = typedValue(field);
  const isDayOfMoment = use === "day" && extraType(field) === "moment";
  if (!isDayOfMoment) return typed;
  return (raw: unknown) => {
    const value = typed(raw);
    return typeof value === "string" ? value.slice(0, 10) : null;
  };
}

/** Returns the values that a filter's test accepts; null if it needs the database. */
export function acceptedBy(
  tested: Tested,
  test: RowTest,
  lower: (text: string) => string,
): Accepted | null {
  if ("among" in test) return acceptedAmong(tested, test.among);
  if ("words" in test)
    return tested.placed.storage.kind === "term"
      ? { use: "value", values: test.words }
      : null;
  if ("between" in test) {
    const { from, to } = test.between;
    return acceptedBeyond(tested, {
      ...(from !== null && { atLeast: from }),
      ...(to !== null && { atMost: to }),
    });
  }
  if ("beginsWith" in test)
    return acceptedBySearch("prefix", lower(test.beginsWith));
  return acceptedIfFilled(tested, test.filled);
}

/**
 * Returns the texts that a search for a text in lower case accepts; null for whole
 * words, which only the database finds.
 */
export function acceptedBySearch(
  match: "prefix" | "contains" | "words",
  text: string,
): Accepted | null {
  if (match === "words") return null;
  return {
    use: "text",
    accepts: (raw) =>
      typeof raw === "string" &&
      (match === "prefix" ? raw.startsWith(text) : raw.includes(text)),
  };
}

/** The field that a test of a fixed condition compares, and its words. */
export type Tested = { placed: Placed; wordOf: WordOf };

/** Returns the values that a test accepts; null if it needs the database. */
export const acceptedByTest: Reader<Tested, Accepted | null>["tests"] = {
  is: (tested, value) => acceptedAmong(tested, [value]),
  in: acceptedAmong,
  atLeast: (tested, atLeast) => acceptedBeyond(tested, { atLeast }),
  atMost: (tested, atMost) => acceptedBeyond(tested, { atMost }),
  contains: ({ placed, wordOf }, part) =>
    accept(placed, "value", (value) => {
      const text =
        placed.storage.kind === "term" && typeof value === "number"
          ? wordOf(value)?.name
          : value;
      return typeof text === "string" && text.includes(part);
    }),
  filled: (tested) => acceptedIfFilled(tested, true),
};

function acceptedIfFilled({ placed }: Tested, isFilled: boolean): Accepted {
  const { field, storage } = placed;
  const choices =
    storage.kind === "extra" && field.enum
      ? new Set<unknown>(field.enum)
      : null;
  return accept(
    placed,
    isDate(field) ? "day" : "value",
    (value) => (!isEmpty(value) && choices?.has(value) !== false) === isFilled,
  );
}

function acceptedAmong(
  { placed, wordOf }: Tested,
  values: readonly (string | number | boolean)[],
): Accepted {
  const texts = values.map(String);
  if (placed.storage.kind !== "term")
    return accept(
      placed,
      isDate(placed.field) ? "day" : "value",
      isAmong(placed, texts),
    );
  const names = new Set(texts);
  return accept(placed, "value", (id) => {
    const word = typeof id === "number" ? wordOf(id) : undefined;
    return word !== undefined && names.has(word.name);
  });
}

type Ends = { atLeast?: string | number; atMost?: string | number };

function acceptedBeyond(
  { placed, wordOf }: Tested,
  ends: Ends,
): Accepted | null {
  const { field, storage } = placed;
  if (storage.kind === "term") {
    const { highest, lowest } = rankEnds(storage, ends);
    return accept(placed, "value", (id) => {
      const rank = typeof id === "number" ? wordOf(id)?.rank : null;
      return (
        typeof rank === "number" &&
        rank <= (highest ?? rank) &&
        rank >= (lowest ?? rank)
      );
    });
  }
  const { atLeast, atMost } = ends;
  switch (orderOf(field)) {
    case "none":
      return null;
    case "enum":
      return accept(placed, "value", isAmong(placed, enumRange(field, ends)));
    case "number":
      // Texts of `extra` may be numbers; the values of columns are.
      return storage.kind === "extra"
        ? accept(placed, "value", within(ends))
        : {
            use: "value",
            least: Number(atLeast ?? -Infinity),
            most: Number(atMost ?? Infinity),
          };
    case "date":
      return accept(placed, "day", within(ends));
  }
}

function accept(
  placed: Placed,
  use: FieldUse,
  accepts: (value: unknown) => boolean,
): Accepted {
  const read = readerOf(placed, use);
  return { use, accepts: (raw) => accepts(read(raw)) };
}

/** Returns whether the index holds the field as a list of texts. */
export const isListField = ({ field, storage }: Placed): boolean =>
  storage.kind === "list" ||
  (storage.kind === "extra" && extraType(field) === "list");

/** Returns the type of a field: of its schema, or of the values that `extra` may hold. */
export const typeOf = ({ field, storage }: Placed): string =>
  storage.kind === "extra" ? extraType(field) : fieldType(field);

/**
 * Returns whether a value, or an entry of a list, is one of the choices. The name of a
 * group stands for its members.
 */
function isAmong(
  placed: Placed,
  choices: readonly string[],
): (value: unknown) => boolean {
  const members = choices.flatMap((choice) =>
    groupMembers(placed.field, choice),
  );
  if (["integer", "number"].includes(typeOf(placed))) {
    const numbers = new Set<unknown>(members.map(Number));
    return (value) => numbers.has(value);
  }
  const texts = new Set(members);
  return (value) => {
    if (Array.isArray(value))
      return value.some((entry) => texts.has(String(entry)));
    const text = scalarText(value);
    return text !== null && texts.has(text);
  };
}

/** Returns a text, number or boolean as text; null for other values. */
export const scalarText = (value: unknown): string | null =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : null;

/** Numbers compare as numbers, days as texts. */
function within({ atLeast, atMost }: Ends) {
  const isWithin = <Value extends string | number>(
    value: Value,
    end: (end: unknown) => Value,
  ) =>
    (atLeast === undefined || value >= end(atLeast)) &&
    (atMost === undefined || value <= end(atMost));
  return (value: unknown): boolean => {
    if (typeof value === "number") return isWithin(value, Number);
    return typeof value === "string" && isWithin(value, String);
  };
}

/** Thrown for a query of a field that the index has not loaded. */
export class NotLoaded extends Error {}

/** Returns a value. Throws `NotLoaded` without it. */
export const required = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw new NotLoaded();
  return value;
};

/** Returns a field of the query's rows with its storage. */
export const placedField = (
  { source, row }: IndexQuery,
  name: string,
): Placed => ({
  field: fieldOf(row, name),
  storage: storageOf(source, name),
});

/** Returns the place of a field's column in the table. */
export function columnIndex(
  table: Pick<ColumnTable, "columns">,
  { source, row }: IndexQuery,
  name: string,
  use: FieldUse,
): number {
  const column = required(columnOf(source, name, fieldOf(row, name), use));
  const index = table.columns.indexOf(column.name);
  return required(index < 0 ? null : index);
}
