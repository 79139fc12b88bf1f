/** The section of the locales with the texts of orders at a fixed price. */
export const orderTexts = "orders";

/** The section with the texts about several bids of which some are orders. */
const mixedTexts = "bidsAndOrders";

/**
 * Returns the section of the locales for a bid on a lot of this area; undefined for the
 * usual texts. Rows of lists declare the same with `x-textsFor`.
 */
export const bidTexts = (area: string | undefined): string | undefined =>
  area === "stock" ? orderTexts : undefined;

/** Returns the section for a text about bids on lots of these areas. */
export function textsOfBids(areas: Iterable<string>): string | undefined {
  const sections = new Set([...areas].map(bidTexts));
  return sections.size > 1 ? mixedTexts : [...sections][0];
}
