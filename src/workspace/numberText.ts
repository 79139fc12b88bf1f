import { formatNumber } from "../../domain/money";

/** From here on digits are set apart; a year has fewer. */
const leastGrouped = 10_000;
/** More digits behind the point than these are noise of the computer's. */
const mostDecimals = 6;

const marks = new Map<string, string>();

/** What stands before the fraction in a language: a point or a comma. */
export function fractionMark(locale: string): string {
  const known = marks.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const mark = parts.find(({ type }) => type === "decimal")?.value ?? ".";
  marks.set(locale, mark);
  return mark;
}

/**
 * A number as text, its fraction as the language writes it. Without a unit it
 * may be a year, so that thousands are set apart from five digits on only.
 */
export function numberText(
  value: number,
  { locale, hasUnit }: { locale: string; hasUnit: boolean },
): string {
  if (!Number.isFinite(value)) return String(value);
  const plain = Number.isSafeInteger(value)
    ? String(Math.abs(value))
    : Math.abs(value)
        .toFixed(mostDecimals)
        .replace(/\.?0+$/, "");
  const [whole = "0", fraction] = plain.split(".");
  const isGrouped = hasUnit || Math.abs(value) >= leastGrouped;
  const sign = value < 0 ? "\u2212" : "";
  const digits = isGrouped ? formatNumber(Number(whole)) : whole;
  return fraction === undefined
    ? sign + digits
    : sign + digits + fractionMark(locale) + fraction;
}
