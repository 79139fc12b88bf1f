import { formatNumber } from "../../domain/money";
import { fieldType, type Field } from "../../domain/resource";

/** Numbers without a unit are grouped from here on, so that years are not. */
const smallestGrouped = 10_000;
/** Decimal places beyond this are floating-point noise. */
const maxDecimals = 6;
/** Decimal places that people can type. */
const maxInputDecimals = 5;
/**
 * Digits before the decimal mark that people can type. Larger numbers lose digits in
 * JavaScript. The schema limits them in words.
 */
export const maxDigits = 15;

const marks = new Map<string, string>();

/** Returns the decimal separator of a language: a point or a comma. */
function fractionMark(locale: string): string {
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

/**
 * Returns the options of `useNumberInput` for a field: decimals and sign by its
 * schema, the decimal mark of the language, and grouped thousands for fields
 * with a unit.
 */
export const numberInputOptions = (field: Field, locale: string) => ({
  decimals: fieldType(field) === "number" ? maxInputDecimals : 0,
  isSigned: field.minimum === undefined || field.minimum < 0,
  isGrouped: field["x-unit"] !== undefined,
  maxDigits,
  mark: fractionMark(locale),
});
