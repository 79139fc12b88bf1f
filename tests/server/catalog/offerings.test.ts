import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { lotStatuses } from "../../../domain/lotStatus";
import {
  moveLots,
  writeLots,
  type LotPorts,
  type NeutralLot,
} from "../../../server/catalog";
import {
  inTransaction,
  type Database,
} from "../../../server/platform/database";
import { eachDatabase } from "../../support/database";
import { carLot } from "./support/catalogApp";

const first = "2026-11-20T10:00:00+09:00";
const nextWeek = "2026-11-27T10:00:00+09:00";
const { sold, notSold, soldNegotiated, upcoming, unknown } = lotStatuses;

eachDatabase("the offerings of a lot", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() =>
    sql`truncate lots, terms, lot_results`.execute(database.kysely),
  );

  const changed: Parameters<LotPorts["lotsChanged"]>[1][] = [];
  const moved: Parameters<LotPorts["lotsMoved"]>[1][] = [];
  const ports: LotPorts = {
    lotsChanged: async (_trx, lots) => {
      await Promise.resolve(changed.push(lots));
    },
    lotsMoved: async (_trx, lots) => {
      await Promise.resolve(moved.push(lots));
    },
    hasBid: () => Promise.resolve(false),
  };
  beforeEach(() => {
    changed.length = 0;
    moved.length = 0;
  });

  /** Imports a row of the lot at a time of this day in November. */
  const importRow = (
    day: number,
    fields: Record<string, unknown>,
    word: NeutralLot["word"] = null,
  ) =>
    inTransaction(database, (trx) =>
      writeLots(
        trx,
        "auction",
        [{ ...carLot("1", { auctionDate: first, ...fields }), word }],
        { ports, now: new Date(Date.UTC(2026, 10, day)) },
      ),
    );
  const lot = () =>
    database.kysely.selectFrom("lots").selectAll().executeTakeFirstOrThrow();
  const earlierResults = () =>
    database.kysely
      .selectFrom("lot_results")
      .select(["revision", "offering", "outcome", "price", "sale_day"])
      .orderBy("offering")
      .orderBy("revision")
      .execute();

  it("keep a result that a later row does not repeat", async () => {
    await importRow(19, { status: upcoming });
    await importRow(20, {
      status: sold,
      soldPrice: 400_000,
      winningBid: "7",
    });
    await importRow(21, { status: upcoming, mileage: 1_234 });
    expect(await lot()).toMatchObject({
      status: sold,
      sold_price: 400_000,
      mileage: 1_234,
      extra: { winningBid: "7" },
      offering: 1,
      result_revision: 1,
      result_at: new Date(Date.UTC(2026, 10, 20)),
    });
    expect(await earlierResults()).toEqual([]);
  });

  it("keep the results that a later one has replaced", async () => {
    await importRow(20, { status: notSold });
    await importRow(22, { status: soldNegotiated, soldPrice: 480_000 });
    await importRow(23, { status: soldNegotiated, soldPrice: 495_000 });
    expect(await lot()).toMatchObject({
      status: soldNegotiated,
      sold_price: 495_000,
      offering: 1,
      result_revision: 3,
    });
    expect(await earlierResults()).toEqual([
      {
        revision: 1,
        offering: 1,
        outcome: notSold,
        price: null,
        sale_day: "2026-11-20",
      },
      {
        revision: 2,
        offering: 1,
        outcome: soldNegotiated,
        price: 480_000,
        sale_day: "2026-11-20",
      },
    ]);
  });

  it("withdraw a result only by a word of the feed", async () => {
    await importRow(20, { status: sold, soldPrice: 400_000 });
    await importRow(21, { status: unknown }, "revoked");
    expect(await lot()).toMatchObject({
      status: unknown,
      sold_price: null,
      result_revision: 2,
      result_at: null,
    });
    expect(await earlierResults()).toMatchObject([
      { revision: 1, outcome: sold, price: 400_000 },
    ]);
  });

  it("begin again on a later sale day, also for past lots", async () => {
    await importRow(19, { status: upcoming });
    await importRow(20, { status: notSold });
    await moveLots(
      { database, clock: { now: () => new Date() }, ports },
      { from: "auction", to: "stats", before: "2026-11-23" },
    );
    const { id } = await lot();
    moved.length = 0;
    changed.length = 0;
    await importRow(24, { status: upcoming, auctionDate: nextWeek });
    expect(await lot()).toMatchObject({
      id,
      area: "auction",
      status: upcoming,
      offering: 2,
      result_at: null,
    });
    expect(moved).toEqual([{ from: "stats", to: "auction", lotIds: [id] }]);
    expect(changed).toEqual([
      { area: "auction", lotIds: [id], offeredAgain: [id] },
    ]);
    expect(await earlierResults()).toMatchObject([
      { offering: 1, outcome: notSold, sale_day: "2026-11-20" },
    ]);
  });

  it("keep the sale day that a result lacks, so that a later day offers the lot again", async () => {
    await importRow(19, { status: upcoming });
    await importRow(20, { status: notSold, auctionDate: null });
    expect(await lot()).toMatchObject({
      ...{ status: notSold, auction_day: "2026-11-20" },
      auction_at: new Date(first),
    });
    await importRow(24, { status: upcoming, auctionDate: nextWeek });
    expect(await lot()).toMatchObject({ status: upcoming, offering: 2 });
  });

  it("take a price of 0 as unknown", async () => {
    await importRow(20, { status: sold, soldPrice: 0 });
    expect(await lot()).toMatchObject({ status: sold, sold_price: null });
    await importRow(21, { status: sold, soldPrice: 400_000 });
    await importRow(22, { status: sold, soldPrice: 0, mileage: 1 });
    expect(await lot()).toMatchObject({ sold_price: 400_000 });
  });

  it("get what a late row says of an earlier one, and the lot stays as it is", async () => {
    await importRow(19, { status: upcoming });
    await importRow(20, { status: sold, soldPrice: 400_000 });
    await importRow(24, { status: upcoming, auctionDate: nextWeek });
    const offered = await lot();
    const late = { status: sold, soldPrice: 410_000, winningBid: "7" };
    const result = { lotId: offered.id, offering: 1, status: sold };
    changed.length = 0;
    const counts = { inserted: 0, updated: 1, unchanged: 0 };
    expect(await importRow(25, late)).toEqual(counts);
    const nothing = { inserted: 0, updated: 0, unchanged: 1 };
    expect(await importRow(26, late)).toEqual(nothing);
    const otherDay = { ...late, auctionDate: "2026-11-19T10:00:00+09:00" };
    expect(await importRow(26, otherDay)).toEqual(nothing);
    const withdrawn = { status: unknown };
    expect(await importRow(26, withdrawn, "revoked")).toEqual(counts);
    expect(await importRow(27, withdrawn, "revoked")).toEqual(nothing);
    expect(changed.map(({ lateResults }) => lateResults)).toEqual([
      [{ ...result, revision: 2, price: 410_000, winner: "7" }],
      [
        {
          ...{ ...result, status: unknown, price: null, winner: null },
          revision: 3,
        },
      ],
    ]);
    expect(await lot()).toEqual(offered);
    await importRow(28, {
      ...{ status: sold, soldPrice: 450_000, auctionDate: nextWeek },
    });
    await importRow(28, {
      ...{ status: sold, soldPrice: 460_000, auctionDate: nextWeek },
    });
    expect(await lot()).toMatchObject({
      ...{ status: sold, sold_price: 460_000, offering: 2 },
    });
    expect(await earlierResults()).toMatchObject([
      { offering: 1, revision: 1, price: 400_000 },
      { offering: 1, revision: 2, price: 410_000 },
      { offering: 1, revision: 3, price: null },
      { offering: 2, revision: 3, price: 450_000 },
    ]);
  });

  it("keep the result of a row that another row of the same import follows", async () => {
    await importRow(19, { status: upcoming });
    const result = { status: sold, soldPrice: 400_000, winningBid: "7" };
    await inTransaction(database, (trx) =>
      writeLots(
        trx,
        "auction",
        [
          carLot("1", { auctionDate: first, ...result }),
          carLot("1", { auctionDate: first, status: upcoming }),
          carLot("1", { auctionDate: nextWeek, status: upcoming }),
        ],
        { ports, now: new Date(Date.UTC(2026, 10, 20)) },
      ),
    );
    expect(await lot()).toMatchObject({ status: upcoming, offering: 2 });
    expect(await earlierResults()).toMatchObject([
      { offering: 1, outcome: sold, price: 400_000, sale_day: "2026-11-20" },
    ]);
  });

  it("stay the same when a sale without a result is postponed, also of past lots", async () => {
    await importRow(19, { status: upcoming });
    await moveLots(
      { database, clock: { now: () => new Date() }, ports },
      { from: "auction", to: "stats", before: "2026-11-23" },
    );
    await importRow(23, { status: upcoming, auctionDate: nextWeek });
    expect(await lot()).toMatchObject({
      area: "auction",
      offering: 1,
      result_revision: 0,
      auction_day: "2026-11-27",
    });
    expect(changed.at(-1)?.offeredAgain).toBeUndefined();
    expect(changed.at(-1)?.postponed).toBeDefined();
  });

  it("stay the same, and in the statistics, when a result has a later day", async () => {
    await importRow(19, { status: upcoming });
    await moveLots(
      { database, clock: { now: () => new Date() }, ports },
      { from: "auction", to: "stats", before: "2026-11-23" },
    );
    await importRow(24, {
      ...{ status: sold, soldPrice: 400_000 },
      auctionDate: "2026-11-21T10:00:00+09:00",
    });
    expect(await lot()).toMatchObject({
      ...{ area: "stats", status: sold, offering: 1 },
    });
    expect(changed.at(-1)?.postponed).toBeUndefined();
  });
});
