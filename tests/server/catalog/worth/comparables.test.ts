import { beforeAll, describe, expect, it } from "vitest";
import type { ComparablesReply } from "../../../../generated/schemas";
import { lotSource, writeLots } from "../../../../server/catalog";
import { readComparables } from "../../../../server/catalog/worth/readComparables";
import { inTransaction } from "../../../../server/platform/database";
import { createListingReader } from "../../../../server/workspace/listing";
import { declaredCopy } from "../../../support/declaredCopy";
import { addClient } from "../../bidding/support";
import { carLot, catalogApp, type CatalogApp } from "../support/catalogApp";

const car = {
  model: "PRIUS",
  chassis: "ZVW50",
  grade: "S TOURING",
  year: 2018,
  mileage: 80_000,
  condition: "4",
};

const soldFor = (soldPrice: number, values: Record<string, unknown> = {}) =>
  carLot(`sold${JSON.stringify([soldPrice, values])}`, {
    ...car,
    auctionDate: "2026-11-10T10:00:00+09:00",
    status: 4533,
    soldPrice,
    ...values,
  });

const prices = [900, 950, 980, 1000, 1020, 1050, 1100].map((k) => k * 1000);

async function start(copy: { root?: string } = {}) {
  const test = await catalogApp(
    [
      carLot("live", car),
      carLot("rare", { ...car, chassis: "ZVW99" }),
      carLot("other", { ...car, model: "AQUA" }),
    ],
    copy,
  );
  await inTransaction(test.context.database, (trx) =>
    writeLots(trx, "stats", [
      ...prices.map((price) => soldFor(price)),
      soldFor(960_000, { auctionDate: "2026-10-02T10:00:00+09:00" }),
      soldFor(9_000_000),
      soldFor(500_000, { status: 4535 }),
      soldFor(900_000, { chassis: "ZVW30", year: 2015 }),
    ]),
  );
  return test;
}

const ofLot = async (test: CatalogApp, sourceId: string) => {
  const id = await test.idOf(sourceId);
  return test.get(`/lot/comparables?id=${id}`);
};

describe("GET /lot/comparables", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await start();
  });

  it("returns sold cars of the chassis code with range, outliers and first day", async () => {
    const { body } = await ofLot(test, "live");
    const { sales = [], ...rest } = body as ComparablesReply;
    expect(rest).toEqual({
      success: true,
      count: 8,
      outliers: 1,
      range: { low: 950_000, middle: 1_000_000, high: 1_050_000 },
      since: "2026-10-02",
      nearness: "near",
    });
    expect(sales).toHaveLength(9);
    expect(sales.find(({ isOutlier }) => isOutlier)).toMatchObject({
      soldPrice: 9_000_000,
      auctionDate: "2026-11-10T10:00:00+09:00",
      auctionName: "USS Tokyo",
      year: 2018,
      condition: "4",
      grade: "S TOURING",
    });
  });

  it("takes the whole model if the chassis code has too few sales", async () => {
    const { body } = await ofLot(test, "rare");
    expect(body).toMatchObject({ nearness: "model", count: 9 });
  });

  it("has no range without sales", async () => {
    const { body } = await ofLot(test, "other");
    expect(body).toMatchObject({ count: 0, range: null, since: null });
  });

  it("answers a past lot like an unknown id", async () => {
    const past = await ofLot(test, soldFor(9_000_000).sourceId);
    expect(past.status).toBe(404);
    const unknown = await test.get("/lot/comparables?id=999999999999999");
    expect(unknown.body).toMatchObject({ messageCode: past.body.messageCode });
  });

  it("leaves the sales out for viewers without statistics", async () => {
    const { context } = test;
    const viewer = await addClient(
      context.database,
      {},
      {
        carAuctionsView: true,
        salesStatisticsView: false,
      },
    );
    const readers = new Map([
      [lotSource.row, createListingReader(context, lotSource)],
    ]);
    const id = await test.idOf("live");
    const reply = await readComparables({ context, readers }, { viewer, id });
    expect(reply).toMatchObject({ count: 8, range: { middle: 1_000_000 } });
    expect(reply).not.toHaveProperty("sales");
  });
});

describe("the history of a bike", () => {
  const bike = {
    maker: "HONDA",
    model: "CB400SF",
    engine: 399,
    year: 2018,
    color: "RED",
    mileage: 8_000,
    condition: "5",
    serial: "NC42-1001234",
  };
  const soldBike = (soldPrice: number, values: Record<string, unknown> = {}) =>
    carLot(`bike${soldPrice}`, {
      ...bike,
      auctionDate: "2026-11-10T10:00:00+09:00",
      status: 4533,
      soldPrice,
      ...values,
    });
  let test: CatalogApp;
  beforeAll(async () => {
    test = await catalogApp([]);
    await inTransaction(test.context.database, async (trx) => {
      await writeLots(trx, "bikes", [carLot("bike", bike)]);
      await writeLots(trx, "bike-stats", [
        ...[380, 390, 400, 405, 410, 415, 420, 430].map((thousands) =>
          soldBike(thousands * 1000, {
            serial: `NC42-20${thousands}`,
            color: "BLUE",
          }),
        ),
        soldBike(250_000, { engine: 249, serial: "NC42-3000001" }),
        soldBike(411_000, {
          auctionDate: "2026-09-10T10:00:00+09:00",
          mileage: 9_500,
        }),
      ]);
    });
  });

  it("compares it with sales of the same displacement", async () => {
    const { body } = await ofLot(test, "bike");
    expect(body).toMatchObject({ nearness: "near", count: 9, outliers: 0 });
    const { sales = [] } = body as ComparablesReply;
    expect(sales.map(({ soldPrice }) => soldPrice)).not.toContain(250_000);
  });

  it("finds its earlier auctions by the frame number", async () => {
    const id = await test.idOf("bike");
    const { body } = await test.get(`/lot/passport?id=${id}&lotType=bikes`);
    expect(body).toMatchObject({
      sightings: [
        { likeness: "same", lotType: "bike-stats", soldPrice: 411_000 },
      ],
      drops: [{ from: 9_500, to: 8_000 }],
    });
  });
});

describe("comparables of lots with hidden fields", () => {
  it("do not reveal sold prices", async () => {
    const copy = declaredCopy();
    copy.editRow("lot", ({ properties }) => {
      Object.assign(properties.soldPrice ?? {}, {
        "x-access": { roles: ["manager"] },
      });
    });
    const { body } = await ofLot(await start(copy), "live");
    expect(body).toMatchObject({ count: 0, range: null, sales: [] });
  });
});
