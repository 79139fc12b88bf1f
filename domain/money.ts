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
