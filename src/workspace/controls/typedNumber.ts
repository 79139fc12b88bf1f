import { formatNumber } from "../../../domain/money";
import { fieldType, type Field } from "../../../domain/resource";
import { fractionMark } from "../numberText";

/** More digits than these are no mileage, engine, price or size. */
const mostDigits = 9;
const mostDecimals = 5;

/** What of a number can be typed. */
export type NumberShape = { decimals: number; isSigned: boolean };

/** What a field's numbers can look like, by its schema. */
export const shapeOf = (field: Field): NumberShape => ({
  decimals: fieldType(field) === "number" ? mostDecimals : 0,
  isSigned: field.minimum === undefined || field.minimum < 0,
});

/**
 * What was typed as a number, so far: a sign, digits and a point, whichever
 * mark it was typed by. Letters and what is too long are left out.
 */
export function typedNumber(
  text: string,
  { decimals, isSigned }: NumberShape,
): string {
  const sign = isSigned && /^\s*[-\u2212]/.test(text) ? "-" : "";
  const digitsOf = (part: string) => part.replace(/\D/g, "");
  if (decimals === 0) return sign + digitsOf(text).slice(0, mostDigits);
  const [whole = "", ...rest] = text.replaceAll(",", ".").split(".");
  const digits = sign + digitsOf(whole).slice(0, mostDigits);
  return rest.length === 0
    ? digits
    : `${digits}.${digitsOf(rest.join("")).slice(0, decimals)}`;
}

/** The number that stands there by now; null when it is none yet. */
export const numberOf = (typed: string): number | null =>
  /\d/.test(typed) ? Number(typed) : null;

/** What was typed with its thousands set apart, as the language writes it. */
export function shownNumber(
  typed: string,
  { locale, isGrouped }: { locale: string; isGrouped: boolean },
): string {
  const [, sign = "", whole = "", point = "", rest = ""] =
    /^(-?)(\d*)(\.?)(\d*)$/.exec(typed) ?? [];
  return [
    sign && "\u2212",
    isGrouped && whole ? formatNumber(Number(whole)) : whole,
    point && fractionMark(locale),
    rest,
  ].join("");
}

/** The number a step further, without the dust that fractions leave. */
export const stepped = (value: number, by: number): number =>
  Number((value + by).toFixed(mostDecimals));
