import { beforeAll, describe, expect, it } from "vitest";
import type { ListChartReply } from "../../../generated/schemas";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { declaredCopy } from "../../support/declaredCopy";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

const soldAt = (id: string, auctionDate: string, soldPrice: number | null) =>
  carLot(id, { auctionDate, soldPrice, status: 4533 });

async function start(copy: { root?: string } = {}) {
  const test = await catalogApp([], copy);
  await inTransaction(test.context.database, (trx) =>
    writeLots(trx, "stats", [
      soldAt("a", "2026-11-02T00:10:00+09:00", 400_000),
      soldAt("b", "2026-11-08T23:50:00+09:00", 100_000),
      soldAt("c", "2026-11-04T10:00:00+09:00", 300_000),
      soldAt("d", "2026-11-05T10:00:00+09:00", 200_000),
      soldAt("e", "2026-11-09T00:00:00+09:00", 900_000),
      soldAt("f", "2026-11-10T10:00:00+09:00", null),
    ]),
  );
  return test;
}

describe("the chart of past prices", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await start();
  });
  const chart = (query = "") =>
    test.get(`/lists/sales-statistic/chart${query}`);

  it("has quartiles by week from Monday in Japan", async () => {
    const { body } = await chart();
    expect(body).toEqual({
      success: true,
      weeks: [
        {
          from: "2026-11-02",
          count: 4,
          low: 100_000,
          middle: 200_000,
          high: 300_000,
        },
        {
          from: "2026-11-09",
          count: 1,
          low: 900_000,
          middle: 900_000,
          high: 900_000,
        },
      ],
    });
  });

  it("follows the filters of the list", async () => {
    const { body } = await chart("?soldPrice=250000,");
    const { weeks } = body as ListChartReply;
    expect(weeks?.map(({ count }) => count)).toEqual([2, 1]);
    expect((await chart("?page=1")).status).toBe(400);
  });

  it("stands below the average price of the same rows", async () => {
    const averageOf = async (query: string) => {
      const { body } = await test.get(`/stats/listing?${query}`);
      return (body as { totals: object }).totals;
    };
    expect(await averageOf("")).toEqual({ soldPriceAverage: 380_000 });
    expect(await averageOf("soldPrice=250000,500000")).toEqual({
      soldPriceAverage: 350_000,
    });
    expect(await averageOf("soldPrice=2000000,")).toEqual({
      soldPriceAverage: null,
    });
  });

  it("exists only for lists that declare one", async () => {
    expect((await test.get("/lists/car-auction/chart")).status).toBe(404);
  });

  it("is hidden with one of its fields", async () => {
    const copy = declaredCopy();
    copy.editRow("lot", ({ properties }) => {
      Object.assign(properties.soldPrice ?? {}, {
        "x-access": { roles: ["manager"] },
      });
    });
    const hidden = await start(copy);
    const { status } = await hidden.get("/lists/sales-statistic/chart");
    expect(status).toBe(404);
  });
});
