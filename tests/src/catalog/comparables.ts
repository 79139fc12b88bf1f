import type { ComparablesReply } from "../../../generated/schemas";

/** Returns comparable sales at these prices in thousands of yen; the last is an outlier. */
export const comparablesOf = (
  prices: readonly number[],
  parts: Partial<ComparablesReply> = {},
): ComparablesReply => ({
  success: true,
  count: prices.length - 1,
  outliers: 1,
  range: { low: 950_000, middle: 1_000_000, high: 1_050_000 },
  since: "2026-09-01",
  nearness: "wider",
  sales: prices.map((price, index) => ({
    id: String(100 + index),
    auctionDate: `2026-10-0${index + 1}T10:00:00+09:00`,
    auctionName: "USS Tokyo",
    year: 2018,
    grade: "S TOURING",
    condition: "4",
    mileage: 80_000,
    soldPrice: price * 1000,
    isOutlier: index === prices.length - 1,
  })),
  ...parts,
});
