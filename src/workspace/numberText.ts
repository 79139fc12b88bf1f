import { formatNumber } from "../../domain/money";

/** Numbers without a unit are grouped from here on, so that years are not. */
const smallestGrouped = 10_000;
/** Decimal places beyond this are floating-point noise. */
const maxDecimals = 6;

const marks = new Map<string, string>();

/** Returns the decimal separator of a language: a point or a comma. */
export function fractionMark(locale: string): string {
  const known = marks.get(locale);
  if (known !== undefined) return known;
  const formatted = new Intl.NumberFormat(locale).formatToParts(1.5);
  const mark = formatted.find(({ type }) => type === "decimal")?.value ?? ".";
  marks.set(locale, mark);
  return mark;
}

/** Formats a number in a language; groups thousands as described above. */
export function numberText(
  value: number,
  { locale, hasUnit }: { locale: string; hasUnit: boolean },
): string {
  if (!Number.isFinite(value)) return String(value);
  const plain = Number.isSafeInteger(value)
    ? String(Math.abs(value))
    : Math.abs(value)
        .toFixed(maxDecimals)
        .replace(/\.?0+$/, "");
  const [whole = "0", fraction] = plain.split(".");
  const isGrouped = hasUnit || Math.abs(value) >= smallestGrouped;
  const sign = value < 0 ? "\u2212" : "";
  const digits = isGrouped ? formatNumber(Number(whole)) : whole;
  return fraction === undefined
    ? sign + digits
    : sign + digits + fractionMark(locale) + fraction;
}
