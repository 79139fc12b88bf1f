import { gradeRank } from "./auctionGrade";
import { fieldType, type Field } from "./resource";

/** Rows that are compared at once. */
export const mostCompared = 4;

/** The parameter with the compared rows, in the address of the page and of its call. */
export const comparedParameter = "lots";

/** A row of a list, by the name of the list. */
export type ComparedRow = { list: string; id: string };

/**
 * Returns the rows as the parameter of a link.
 *
 * @example comparedText([{ list: "car-auction", id: "22" }]) // "car-auction:22"
 */
export const comparedText = (rows: readonly ComparedRow[]): string =>
  rows.map(({ list, id }) => `${list}:${id}`).join(",");

/** Returns the rows of such a parameter: at most four, without repeated ones. */
export function readCompared(text: string): ComparedRow[] {
  const unique = new Set(
    text
      .split(",")
      .filter((entry) => /^[a-z][a-z0-9-]{0,59}:[1-9]\d{0,15}$/.test(entry)),
  );
  return [...unique].slice(0, mostCompared).map((entry) => {
    const [list = "", id = ""] = entry.split(":");
    return { list, id };
  });
}

/** The area of a lot, which the list of its column says already. */
const areaField = "lotType";

/** Returns whether a comparison shows a field: keys, areas, lists and own fields are no facts. */
export const isComparedField = (
  name: string,
  field: Field,
  key: string | undefined,
): boolean =>
  name !== key &&
  name !== areaField &&
  fieldType(field) !== "array" &&
  field["x-own"] !== true &&
  field["x-code"] !== true;

/** Returns whether all values are equal; missing values equal each other. */
export const areEqual = (values: readonly unknown[]): boolean =>
  new Set(values.map((value) => JSON.stringify(value ?? null))).size <= 1;

/**
 * Returns for each value whether it is the best by the field's `x-better`. No value
 * is the best if all known values are equal, or if only one is known.
 */
export function bestValues(
  field: Field,
  values: readonly unknown[],
): boolean[] {
  const { "x-better": better } = field;
  const amounts = values.map((value) => amountOf(field, value));
  const known = amounts.filter((amount) => amount !== null);
  if (better === undefined || new Set(known).size < 2)
    return values.map(() => false);
  const best = better === "lower" ? Math.min(...known) : Math.max(...known);
  return amounts.map((amount) => amount === best);
}

/** Auction grades compare by their rank, other values as numbers. */
function amountOf(field: Field, value: unknown): number | null {
  if (typeof value === "number") return value;
  if (field["x-dictionary"] !== "condition" || typeof value !== "string")
    return null;
  const rank = gradeRank(value);
  return rank === null ? null : -rank;
}
