import type { Language } from "../limits";
import { foldSheetText } from "./sheetText";
import meanings from "./words/mileageMarks.json";

export type MileageMark = keyof typeof meanings;

export type SheetMileage = {
  /** Null if the meter was not read. */
  km: number | null;
  /** The house doubts the meter; null if it does not. */
  mark: MileageMark | null;
};

const kmOfMile = 1.609344;
const pattern =
  /^([$#*])?\s?(\d{1,3}(?:,\d{3})+|\d{1,7}|\d{1,3}\.\d{1,2})?\s?([万千])?\s?(km|キロ|mile|miles|mi|マイル)?\s?([$#*])?$/i;

const multiples: Readonly<Record<string, number>> = { 万: 10_000, 千: 1_000 };

const isMark = (text: string | undefined): text is MileageMark =>
  text !== undefined && Object.hasOwn(meanings, text);

/**
 * Returns the mileage of an auction sheet, or null for malformed text. The marks
 * `$`, `#` and `*` before or behind the number say that the house doubts the
 * meter. `万` means ten thousand, `千` a thousand; miles become km. A fraction without them
 * is malformed: `12.5km` may mean 12.5 or 125,000 km.
 *
 * @example
 * parseMileage("$21,700km"); // { km: 21700, mark: "$" }
 */
export function parseMileage(text: string): SheetMileage | null {
  const folded = foldSheetText(text);
  if (/^(走行)?不明$/.test(folded)) return { km: null, mark: null };
  const match = pattern.exec(folded);
  if (!match) return null;
  const [, before, number, multiple, unit, after] = match;
  const mark = [before, after].find(isMark) ?? null;
  if (number === undefined) return mark ? { km: null, mark } : null;
  if (number.includes(".") && !multiple) return null;
  const value = Number(number.replaceAll(",", ""));
  const isMiles = /^(mi|マ)/i.test(unit ?? "");
  const km =
    value * (multiples[multiple ?? ""] ?? 1) * (isMiles ? kmOfMile : 1);
  return { km: Math.round(km), mark };
}

/** Returns what a mark beside the mileage means. */
export const mileageWarning = (mark: MileageMark, language: Language): string =>
  meanings[mark][language];
