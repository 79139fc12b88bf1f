import { beforeAll, describe, expect, it } from "vitest";
import type { PassportReply } from "../../../../generated/schemas";
import { writeLots } from "../../../../server/catalog";
import { inTransaction } from "../../../../server/platform/database";
import { declaredCopy } from "../../../support/declaredCopy";
import { carLot, catalogApp, type CatalogApp } from "../support/catalogApp";

const car = {
  chassis: "ZVW50",
  serial: "8031456",
  grade: "S TOURING",
  year: 2018,
  color: "PEARL",
  mileage: 80_000,
  condition: "4",
};
const at = (day: string, values: Record<string, unknown> = {}) => ({
  ...car,
  auctionDate: `${day}T10:00:00+09:00`,
  status: 4535,
  ...values,
});

async function start(copy: { root?: string } = {}) {
  const test = await catalogApp([carLot("live", car)], copy);
  await inTransaction(test.context.database, (trx) =>
    writeLots(trx, "stats", [
      carLot(
        "first",
        at("2026-10-01", { mileage: 95_000, startPrice: 400_000 }),
      ),
      carLot("second", at("2026-11-05", { serial: "80314**" })),
      carLot("twin", at("2026-11-06", { serial: "8031499" })),
      carLot("blue", at("2026-11-06", { serial: null, color: "BLUE" })),
    ]),
  );
  return test;
}

const isPassport = (
  { context }: CatalogApp,
  body: unknown,
): body is PassportReply =>
  context.schemas.validator("passport#/definitions/reply")(body).length === 0;

const call = async (test: CatalogApp, sourceId: string, lotType = "auction") =>
  test.get(`/lot/passport?id=${await test.idOf(sourceId)}&lotType=${lotType}`);

/** Returns the passport of a lot. Throws for a reply that breaks the schema. */
async function ofLot(test: CatalogApp, sourceId: string, lotType?: string) {
  const { body } = await call(test, sourceId, lotType);
  if (!isPassport(test, body)) throw new Error(JSON.stringify(body));
  return body;
}

describe("GET /lot/passport", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await start();
  });

  it("returns the earlier auctions of the car, guesses marked, with a lower mileage", async () => {
    const body = await ofLot(test, "live");
    expect(body).toMatchObject({
      sightings: [
        { id: await test.idOf("second"), likeness: "guess" },
        {
          id: await test.idOf("first"),
          likeness: "same",
          lotType: "stats",
          auctionDate: "2026-10-01T10:00:00+09:00",
          auctionName: "USS Tokyo",
          condition: "4",
          mileage: 95_000,
          startPrice: 400_000,
          soldPrice: null,
          status: 4535,
          images: ["/a.svg", "/b.svg"],
        },
      ],
      drops: [
        {
          from: 95_000,
          fromDay: "2026-10-01",
          to: 80_000,
          toDay: "2026-11-20",
        },
      ],
    });
    expect(body.sightings[1]).not.toHaveProperty("serial");
  });

  it("returns the results of the lot that were replaced, to viewers of results", async () => {
    const { kysely } = test.context.database;
    const result = {
      lot_id: await test.idOf("second"),
      revision: 1,
      offering: 1,
      outcome: 4533,
      price: 450_000,
      winner: "9",
      sale_day: "2026-10-30",
      at: new Date("2026-10-30T03:00:00Z"),
      replaced_at: new Date("2026-10-31T03:00:00Z"),
    };
    const withdrawn = { outcome: 4538, price: null, winner: null };
    await kysely
      .insertInto("lot_results")
      .values([
        result,
        { ...result, ...withdrawn, revision: 9 },
        { ...result, offering: 2, revision: 3, sale_day: "2026-11-06" },
      ])
      .execute();
    const { results } = await ofLot(test, "second", "stats");
    expect(results).toEqual([
      {
        day: "2026-11-06",
        offering: 2,
        status: 4533,
        soldPrice: 450_000,
        replacedAt: "2026-10-31T12:00:00+09:00",
      },
      {
        day: "2026-10-30",
        offering: 1,
        status: 4533,
        soldPrice: 450_000,
        replacedAt: "2026-10-31T12:00:00+09:00",
      },
    ]);
    await kysely.deleteFrom("lot_results").execute();
  });

  it("has nothing for the first auction of a car", async () => {
    const body = await ofLot(test, "first", "stats");
    expect(body).toEqual({
      success: true,
      sightings: [],
      drops: [],
      results: [],
    });
  });

  it("answers a lot of the other area like an unknown id", async () => {
    expect((await call(test, "live", "stats")).status).toBe(404);
    const unknown = await test.get(
      "/lot/passport?id=999999999999999&lotType=stats",
    );
    expect(unknown.status).toBe(404);
  });
});

describe("the passport of a car with a hidden number", () => {
  it("does not use the number", async () => {
    const copy = declaredCopy();
    copy.editRow("lot", ({ properties }) => {
      Object.assign(properties.serial ?? {}, {
        "x-access": { roles: ["manager"] },
      });
    });
    const test = await start(copy);
    const body = await ofLot(test, "live");
    expect(body.sightings.map(({ likeness }) => likeness)).toEqual([
      "guess",
      "guess",
    ]);
    expect(body.drops).toEqual([]);
  });
});
