import { foldSheetText } from "./sheetText";

/** The year before the first year of each era, and its last year. */
const eras = [
  { names: ["R", "令和", "令"], before: 2018, most: 99 },
  { names: ["H", "平成", "平"], before: 1988, most: 31 },
  { names: ["S", "昭和", "昭"], before: 1925, most: 64 },
] as const;

const pattern =
  /^(R|H|S|令和?|平成?|昭和?)?\s?(\d{1,4}|元)(?:年|[./-])?(?:\s?(\d{1,2})月?)?$/i;

/**
 * Returns a date of an auction sheet as `2019-06`, or `2019` without a month;
 * null for malformed text. Years may be of a Japanese era or Western. A western
 * year has four digits, so that `19` alone is never guessed.
 *
 * @example
 * parseEraDate("R1年6月"); // "2019-06"
 */
export function parseEraDate(text: string): string | null {
  const match = pattern.exec(foldSheetText(text));
  if (!match) return null;
  const [, era, yearText = "", monthText] = match;
  const year = westernYear(era, yearText === "元" ? 1 : Number(yearText));
  if (year === null) return null;
  if (monthText === undefined) return String(year);
  const month = Number(monthText);
  if (month < 1 || month > 12) return null;
  return `${year}-${String(month).padStart(2, "0")}`;
}

function westernYear(era: string | undefined, year: number): number | null {
  if (era === undefined) return year >= 1900 && year <= 2100 ? year : null;
  const found = eras.find(({ names }) =>
    names.some((name) => name === era.toUpperCase()),
  );
  if (!found || year < 1 || year > found.most) return null;
  return found.before + year;
}
