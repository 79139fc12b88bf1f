import { sql, type Transaction } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import {
  lockLot,
  writeLots,
  type LotPorts,
  type NeutralLot,
} from "../../../server/catalog";
import {
  inTransaction,
  type Database,
  type Tables,
} from "../../../server/platform/database";
import { eachDatabase, testDatabase } from "../../support/database";
import { trackSettled } from "../../../server/platform/changes/settledNumber";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";
import { carLot } from "./support/catalogApp";
import {
  resolveTerms,
  type DictionaryKind,
} from "../../../server/catalog/dictionaries";

/** Returns the ids of words by name and adds missing words. */
async function termIds(
  trx: Transaction<Tables>,
  kind: DictionaryKind,
  names: readonly string[],
): Promise<Map<string, number>> {
  const terms = names.map((name) => ({ name, parentId: null }));
  const idOf = await resolveTerms(trx, kind, terms);
  return new Map(terms.map((term) => [term.name, idOf(term)]));
}

const nothing = () => Promise.resolve();

eachDatabase("writing lots", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => sql`truncate lots, terms`.execute(database.kysely));
  const write = (
    lots: readonly NeutralLot[],
    ports: Pick<LotPorts, "lotsChanged"> = { lotsChanged: nothing },
  ) =>
    inTransaction(database, (trx) =>
      writeLots(trx, "auction", lots, {
        ports: { lotsMoved: nothing, ...ports },
      }),
    );
  const stored = () =>
    database.kysely
      .selectFrom("lots")
      .selectAll()
      .orderBy("source_id")
      .execute();

  it("inserts new lots and skips unchanged lots", async () => {
    const lots = [carLot("1"), carLot("2")];
    expect(await write(lots)).toEqual({
      inserted: 2,
      updated: 0,
      unchanged: 0,
    });
    const before = await stored();
    expect(await write(lots)).toEqual({
      inserted: 0,
      updated: 0,
      unchanged: 2,
    });
    expect(await stored()).toEqual(before);
  });

  it("updates a changed lot with the same id and a later change number", async () => {
    await write([carLot("1"), carLot("2")]);
    const before = await stored();
    const changed = carLot("1", { status: 4533, soldPrice: 400_000 });
    expect(await write([changed, carLot("2")])).toEqual({
      inserted: 0,
      updated: 1,
      unchanged: 1,
    });
    const after = await stored();
    expect(after[0]?.id).toBe(before[0]?.id);
    expect(Number(after[0]?.seq)).toBeGreaterThan(Number(before[1]?.seq));
    expect(after[0]).toMatchObject({ status: 4533, sold_price: 400_000 });
    expect(after[1]).toEqual(before[1]);
  });

  it("writes the later of two lots with the same key", async () => {
    const lots = [carLot("1"), carLot("1", { year: 2019 })];
    expect(await write(lots)).toMatchObject({ inserted: 1 });
    expect(await stored()).toMatchObject([{ year: 2019 }]);
  });

  it("updates a lot that turned over where it is, under its id", async () => {
    const into = (area: "auction" | "stats", lot: NeutralLot) =>
      inTransaction(database, (trx) => writeLots(trx, area, [lot]));
    await into("auction", carLot("1"));
    await into("stats", carLot("2"));
    const before = await stored();
    const sold = { status: 4533, soldPrice: 400_000 };
    expect(await into("stats", carLot("1", sold))).toMatchObject({
      inserted: 0,
      updated: 1,
    });
    expect(await into("auction", carLot("2", sold))).toMatchObject({
      inserted: 0,
      updated: 1,
    });
    const after = await stored();
    expect(after.map(({ id, area }) => ({ id, area }))).toEqual(
      before.map(({ id, area }) => ({ id, area })),
    );
    expect(after.map(({ sold_price }) => sold_price)).toEqual([
      400_000, 400_000,
    ]);
  });

  it("treats the same key of two kinds as two lots", async () => {
    await write([carLot("1")]);
    await inTransaction(database, (trx) =>
      writeLots(trx, "stock", [carLot("1")]),
    );
    const lots = await stored();
    expect(lots.map(({ area }) => area).sort()).toEqual(["auction", "stock"]);
  });

  it("stores a field without a column, whatever its name is", async () => {
    await write([
      carLot("1", { fuel: "petrol", tyres: ["front", "rear"], horsePower: 90 }),
    ]);
    expect(await stored()).toMatchObject([
      { extra: { fuel: "petrol", tyres: ["front", "rear"], horsePower: 90 } },
    ]);
  });

  it("stores the day in Japan next to the time", async () => {
    await write([carLot("1", { auctionDate: "2026-11-20T00:30:00+09:00" })]);
    expect(await stored()).toMatchObject([
      {
        auction_day: "2026-11-20",
        auction_at: new Date("2026-11-19T15:30:00Z"),
      },
    ]);
  });

  it("tells other areas of changed lots inside the transaction", async () => {
    const told: (readonly string[])[] = [];
    let isRefused = false;
    const ports: Pick<LotPorts, "lotsChanged"> = {
      lotsChanged: (_trx, { lotIds }) => {
        told.push(lotIds);
        return isRefused
          ? Promise.reject(new Error("refused"))
          : Promise.resolve();
      },
    };
    await write([carLot("1"), carLot("2")], ports);
    expect(told).toEqual([]);
    const [lot] = await stored();
    await write([carLot("1", { status: 4533 }), carLot("3")], ports);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(lot?.id);
    isRefused = true;
    await expect(write([carLot("1", { status: 4535 })], ports)).rejects.toThrow(
      "refused",
    );
    isRefused = false;
    expect(await stored()).toMatchObject([{ status: 4533 }, {}, {}]);
  });

  it("numbers the terms of a dictionary from 1 without duplicates", async () => {
    const first = await inTransaction(database, (trx) =>
      termIds(trx, "maker", ["TOYOTA", "NISSAN", "TOYOTA"]),
    );
    expect([...first]).toEqual([
      ["TOYOTA", 1],
      ["NISSAN", 2],
    ]);
    const second = await inTransaction(database, (trx) =>
      termIds(trx, "maker", ["HONDA", "NISSAN"]),
    );
    expect([...second]).toEqual([
      ["HONDA", 3],
      ["NISSAN", 2],
    ]);
  });

  it("distinguishes models with the same name by their maker", async () => {
    await write([
      carLot("1", { maker: "TOYOTA", model: "TRUCK" }),
      carLot("2", { maker: "NISSAN", model: "TRUCK" }),
      carLot("3", { maker: null, model: "TRUCK" }),
    ]);
    const [a, b, c] = await stored();
    expect(new Set([a?.model_id, b?.model_id, c?.model_id]).size).toBe(3);
  });

  it("ranks known grades only", async () => {
    await inTransaction(database, (trx) =>
      termIds(trx, "condition", ["4.5", "S", "ZZ"]),
    );
    const terms = await database.kysely
      .selectFrom("terms")
      .select(["name", "rank"])
      .execute();
    const rank = new Map(terms.map((term) => [term.name, term.rank]));
    expect(rank.get("S")).toBeLessThan(rank.get("4.5") ?? 0);
    expect(rank.get("ZZ")).toBeNull();
  });

  it("gives a term one id when two transactions add it at once", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `M${String(index)}`);
    const [first, second] = await Promise.all(
      [names, [...names].reverse()].map((wanted) =>
        inTransaction(database, (trx) => termIds(trx, "maker", wanted)),
      ),
    );
    for (const name of names) expect(second?.get(name)).toBe(first?.get(name));
    expect(Math.max(...(first?.values() ?? []))).toBe(20);
  });
});

it.skipIf(!hasPostgres)(
  "lots are locked in the order of their ids, whatever their order in the feed",
  async () => {
    const database = await testDatabase();
    const write = (lots: readonly NeutralLot[]) =>
      inTransaction(database, (trx) => writeLots(trx, "auction", lots));
    await write([carLot("1"), carLot("2")]);
    const lots = await database.kysely
      .selectFrom("lots")
      .select("id")
      .orderBy("id")
      .execute();
    const [first = "", second = ""] = lots.map(({ id }) => id);
    const bidding = await database.kysely.startTransaction().execute();
    await lockLot(bidding, "auction", first);
    const importing = write(
      ["2", "1"].map((sourceId) => carLot(sourceId, { status: 4533 })),
    );
    await untilBlocked(database);
    const { isWaiting } = await trackSettled(database)();
    const free = await bidding
      .selectFrom("lots")
      .select("id")
      .where("id", "=", second)
      .forUpdate()
      .skipLocked()
      .execute();
    expect(free).toEqual([{ id: second }]);
    await bidding.commit().execute();
    await importing;
    // Followers of changes do not wait for the lock.
    expect(isWaiting).toBe(false);
    await database.close();
  },
);
