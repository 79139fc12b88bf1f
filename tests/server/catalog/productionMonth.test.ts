import { beforeAll, describe, expect, it } from "vitest";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

describe("the month of production", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await catalogApp([
      carLot("known", { chassis: "NZE161", serial: "7100500" }),
      carLot("later", { chassis: "NZE161", serial: "7300000" }),
      carLot("odd", { chassis: "NZE161", serial: "71O0500" }),
      carLot("bare"),
    ]);
    await test.context.database.kysely
      .insertInto("production_months")
      .values([
        {
          chassis: "NZE161",
          first_serial: "7100000",
          last_serial: "7100999",
          month: "2015-03-01",
          details: JSON.stringify({ modelName: "Corolla Axio" }),
        },
        {
          chassis: "NZE161",
          first_serial: "7101000",
          last_serial: "7101999",
          month: "2015-04-01",
        },
      ])
      .execute();
  });
  const carInfoOf = async (sourceId: string) => {
    const id = await test.idOf(sourceId);
    const { body } = await test.get(`/auction/production-month?carId=${id}`);
    return body.carInfo;
  };

  it("is found by the chassis number in the table", async () => {
    expect(await carInfoOf("known")).toEqual({
      year: 2015,
      month: 3,
      modelName: "Corolla Axio",
    });
  });

  it("is answered for the lots of every page type", async () => {
    const write = (area: "stats" | "stock" | "bikes" | "bike-stats") =>
      inTransaction(test.context.database, (trx) =>
        writeLots(trx, area, [
          carLot(area, { chassis: "NZE161", serial: "7100500" }),
        ]),
      );
    for (const area of ["stats", "stock", "bikes", "bike-stats"] as const) {
      await write(area);
      const path = `/${area}/production-month?carId=${await test.idOf(area)}`;
      const { status, body } = await test.get(path);
      expect({ area, status }).toEqual({ area, status: 200 });
      expect(body).toHaveProperty("carInfo");
    }
  });

  it("is empty for numbers outside the table and malformed numbers", async () => {
    for (const sourceId of ["later", "odd", "bare"])
      expect(await carInfoOf(sourceId)).toBeNull();
  });

  it("of an unknown lot is not found", async () => {
    const { status } = await test.get("/auction/production-month?carId=999999");
    expect(status).toBe(404);
  });
});
