import { beforeAll, describe, expect, it } from "vitest";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

const priced = (field: string) => [
  carLot(`${field}-cheap`, { [field]: 95_000 }),
  carLot(`${field}-low`, { [field]: 300_000 }),
  carLot(`${field}-high`, { [field]: 500_000 }),
  carLot(`${field}-dear`, { [field]: 1_200_000 }),
  carLot(`${field}-unknown`, { [field]: null }),
];

describe("the price filter of a list of lots", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await catalogApp(priced("startPrice"));
    await inTransaction(test.context.database, async (trx) => {
      await writeLots(trx, "bikes", priced("startPrice"));
      await writeLots(trx, "stock", priced("startPrice"));
      await writeLots(trx, "stats", priced("soldPrice"));
      await writeLots(trx, "bike-stats", priced("soldPrice"));
    });
  });

  it.each([
    ["auction", "carsList", "startPrice"],
    ["bikes", "bikeList", "startPrice"],
    ["stock", "carsList", "startPrice"],
    ["stats", "carsList", "soldPrice"],
    ["bike-stats", "bikeList", "soldPrice"],
  ])("finds the lots of %s within a range", async (area, key, field) => {
    const pricesAt = async (range: string) => {
      const { status, body } = await test.get(
        `/${area}/listing?${field}=${range}&sort=${field}&order=ASC`,
      );
      expect(status).toBe(200);
      return (body[key] as Record<string, unknown>[]).map((row) => row[field]);
    };
    expect(await pricesAt("300000,500000")).toEqual([300_000, 500_000]);
    expect(await pricesAt("500001,")).toEqual([1_200_000]);
    expect(await pricesAt(",100000")).toEqual([95_000]);
  });

  it.each([
    ["auction", "startPrice"],
    ["bikes", "startPrice"],
    ["stock", "startPrice"],
    ["stats", "soldPrice"],
    ["bike-stats", "soldPrice"],
  ])("counts the lots of %s and names their prices", async (area, field) => {
    const { body } = await test.get(
      `/${area}/filters?${field}=300000,&facets=${field},maker`,
    );
    expect(body).toMatchObject({
      [field]: { min: 95_000, max: 1_200_000, step: 50_000 },
      totalSearchResults: 3,
      maker: [{ label: "TOYOTA", counter: 3 }],
    });
  });
});
