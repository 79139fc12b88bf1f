/** The narrow no-break space between thousands. */
const thousandsSpace = "\u202f";

/** Formats a whole number with narrow spaces between thousands: `1 180 000`. */
export function formatNumber(value: number): string {
  const digits = String(Math.abs(value));
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, thousandsSpace);
  return value < 0 ? `\u2212${grouped}` : grouped;
}

/** Formats an amount in yen: `¥1 180 000`. */
export const formatYen = (yen: number): string =>
  yen < 0 ? `\u2212¥${formatNumber(-yen)}` : `¥${formatNumber(yen)}`;

/**
 * Parses a typed amount. Characters other than digits are ignored. Returns null
 * for an empty text, for 0 and for a number that is too large.
 */
export function parseAmount(text: string): number | null {
  const digits = text.replace(/\D/g, "");
  const amount = digits === "" ? 0 : Number(digits);
  return amount === 0 || !Number.isSafeInteger(amount) ? null : amount;
}
