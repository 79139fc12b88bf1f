import type { Step } from "./rule";

/** The years between which a record counts, both included. */
export type Bounds = { least: number | null; most: number | null };

const months = 12;

/**
 * Returns the years of which every moment is more than `above`, or less than `below`, months
 * ago on a day, or `later` months after it. Returns null for a record without the number of
 * months, which counts for no year.
 */
export function ageBounds(
  { above, below, later = 0 }: NonNullable<Step["age"]>,
  data: Readonly<Record<string, unknown>>,
  day: string,
): Bounds | null {
  const [thisYear = 0, month = 1] = day.split("-").map(Number);
  const limitOf = (name: string | undefined) => {
    const value = name === undefined ? undefined : data[name];
    return typeof value === "number" ? value - later : null;
  };
  const [oldest, youngest] = [limitOf(above), limitOf(below)];
  if ((above && oldest === null) || (below && youngest === null)) return null;
  // The end of a future year is 0 months ago, which is more than a negative limit.
  const most =
    oldest === null || oldest < 0
      ? null
      : Math.ceil(thisYear - (oldest + months - month) / months) - 1;
  const least =
    youngest === null
      ? null
      : Math.floor(thisYear - (youngest + 1 - month) / months) + 1;
  return { least, most };
}

/** Returns whether a year, as text, is between bounds. */
export const isWithin = (
  { least, most }: Bounds,
  text: string | null | undefined,
): boolean => {
  if (text === null || text === undefined) return false;
  const year = Number(text);
  return (least ?? year) <= year && year <= (most ?? year);
};
