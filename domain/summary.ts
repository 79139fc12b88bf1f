import { isFields } from "./formats";
import {
  fieldType,
  type Field,
  type Resource,
  type RowSchema,
} from "./resource";

/** An entry of `summary`: a field for its sum, or an average. */
export type SummaryEntry = NonNullable<Resource["summary"]>[number];

/** The sums of fields over rows, and the number of rows that have a value. */
export type Sums = {
  sums: Readonly<Record<string, number>>;
  filled: Readonly<Record<string, number>>;
};

/** Returns the field of an entry. */
export const summaryField = (entry: SummaryEntry): string =>
  typeof entry === "string" ? entry : entry.field;

/**
 * Returns the key of an entry in replies and labels.
 *
 * @example summaryKey({ field: "fee", as: "average" }) // "feeAverage"
 */
export const summaryKey = (entry: SummaryEntry): string =>
  typeof entry === "string" ? entry : averageKey(entry.field);

/** Returns the key of the average of a field. */
export const averageKey = (field: string): string => `${field}Average`;

/** Decimals of an average of a field that is no whole number. */
const decimals = 2;

/**
 * Returns the average of the rows with a value, rounded half up to the numbers of the field;
 * null if no row has a value.
 */
export function averageOf(
  field: Field,
  { sum, filled }: { sum: number; filled: number },
): number | null {
  if (filled === 0) return null;
  const scale = fieldType(field) === "integer" ? 1 : 10 ** decimals;
  return Math.round((sum / filled) * scale) / scale;
}

/** Returns the values of the entries by their keys. */
export const summaryValues = (
  summary: readonly SummaryEntry[],
  { properties }: Pick<RowSchema, "properties">,
  { sums, filled }: Sums,
): Record<string, number | null> =>
  Object.fromEntries(
    summary.flatMap((entry) => {
      const name = summaryField(entry);
      const sum = sums[name];
      if (sum === undefined) return [];
      const counted = { sum, filled: filled[name] ?? 0 };
      const value =
        typeof entry === "string"
          ? sum
          : averageOf(properties[name] ?? {}, counted);
      return [[summaryKey(entry), value]];
    }),
  );

type TotalKeys = Resource["calls"]["list"]["totals"];

/** Returns the totals of a list at the places where its call says them. */
export const withTotals = (
  keys: TotalKeys,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  if (keys === undefined) return {};
  if (typeof keys === "string") return { [keys]: values };
  return Object.fromEntries(
    Object.entries(keys).map(([entry, key]) => [key, values[entry]]),
  );
};

/** Returns the totals in the reply of a list by the keys of the summary. */
export const totalsIn = (
  reply: unknown,
  keys: TotalKeys,
): Record<string, unknown> => {
  const found = isFields(reply) ? reply : {};
  const values =
    typeof keys === "string"
      ? found[keys]
      : Object.fromEntries(
          Object.entries(keys ?? {}).map(([entry, key]) => [entry, found[key]]),
        );
  return isFields(values) ? values : {};
};
