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
  /^([$#*])?\s?(\d{1,3}(?:,\d{3})+|\d{1,7}|\d{1,3}\.\d{1,2})?\s?(万)?\s?(km|キロ|mile|miles|mi|マイル)?\s?([$#*])?$/i;

const isMark = (text: string | undefined): text is MileageMark =>
  text !== undefined && Object.hasOwn(meanings, text);

/**
 * Returns the mileage of an auction sheet, or null for malformed text. The marks
 * `$`, `#` and `*` before or behind the number say that the house doubts the
 * meter. `万` means ten thousand; miles become km.
 *
 * @example
 * parseMileage("$21,700km"); // { km: 21700, mark: "$" }
 */
export function parseMileage(text: string): SheetMileage | null {
  const folded = foldSheetText(text);
  if (/^(走行)?不明$/.test(folded)) return { km: null, mark: null };
  const match = pattern.exec(folded);
  if (!match) return null;
  const [, before, number, tenThousands, unit, after] = match;
  const mark = [before, after].find(isMark) ?? null;
  if (number === undefined) return mark ? { km: null, mark } : null;
  const value = Number(number.replaceAll(",", ""));
  const isMiles = /^(mi|マ)/i.test(unit ?? "");
  const km = value * (tenThousands ? 10_000 : 1) * (isMiles ? kmOfMile : 1);
  return { km: Math.round(km), mark };
}

/** Returns what a mark beside the mileage means. */
export const mileageWarning = (mark: MileageMark, language: Language): string =>
  meanings[mark][language];
