import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import type { ListingReply } from "../../generated/schemas";

type Lot = ListingReply["carsList"][number];

/**
 * Returns coming lots without bids, cheapest first, from the last sale days,
 * whose bidding closes last.
 */
async function comingLots(page: Page): Promise<Lot[]> {
  const filters = await page.request.get("/api/auction/filters");
  const { date } = (await filters.json()) as { date: { value: string }[] };
  const days = date.map(({ value }) => value).slice(-3);
  const query = new URLSearchParams({
    auctionDate: days.join(","),
    status: "4532",
    sort: "startPrice",
    order: "ASC",
    pageSize: "70",
  });
  const reply = await page.request.get(
    `/api/auction/listing?${query.toString()}`,
  );
  expect(reply.ok()).toBe(true);
  const { carsList } = (await reply.json()) as ListingReply;
  return carsList.filter(
    ({ startPrice, myBid }) => (startPrice ?? 0) > 0 && !myBid,
  );
}

/** Returns a coming lot without a bid of the signed-in user. */
export async function comingLot(page: Page): Promise<Lot> {
  const [lot] = await comingLots(page);
  if (!lot) throw new Error("The demo has no coming lot to bid on.");
  return lot;
}

/** The lowest bid in yen that the lot accepts. */
export const leastBid = ({ startPrice }: Pick<Lot, "startPrice">): number =>
  Math.max(5000, Math.ceil((startPrice ?? 0) / 5000) * 5000);
