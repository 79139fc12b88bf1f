import { beforeAll, describe, expect, it } from "vitest";
import { allowedBid } from "../../../domain/bidRules";
import { lotStatuses } from "../../../domain/lotStatus";
import { readBalance } from "../../../server/bidding/readBidInfo";
import { seedDemoAccounts } from "../../support/demoAccounts";
import { seedBids } from "../../../server/demo/seedBids";
import type { Database } from "../../../server/platform/database";
import { testDatabase } from "../../support/database";
import { demoRoot } from "../../support/demoRoot";
import { addLots, contextOf, noon } from "../bidding/support";

describe("the demo's bids", () => {
  let database: Database;
  let context: ReturnType<typeof contextOf>["context"];
  let clientId: string;

  const bids = () =>
    database.kysely.selectFrom("bids").selectAll().orderBy("id").execute();

  beforeAll(async () => {
    database = await testDatabase();
    ({ context } = contextOf(database));
    context = { ...context, root: await demoRoot() };
    const ids = await seedDemoAccounts(context);
    clientId = String(ids["client@seriba.test"]);
    await addLots(database, 40, {
      auctionDate: "2026-11-21T12:00:00+09:00",
      startPrice: 170_000,
    });
    return () => database.close();
  });

  it("are placed on coming lots first", async () => {
    await seedBids(context);
    const seeded = await bids();
    const states = new Set(seeded.map(({ lot_status }) => lot_status));
    expect([...states]).toEqual([lotStatuses.upcoming]);
    await seedBids(context);
    expect(await bids()).toEqual(seeded);
  });

  it("reach every status after lots have ended", async () => {
    const auctionDate = "2026-11-20T10:00:00+09:00";
    await addLots(database, 60, {
      auctionDate,
      status: lotStatuses.sold,
      startPrice: 100_000,
      soldPrice: 223_000,
    });
    await seedBids(context);
    const all = await bids();
    expect(all.length).toBeGreaterThan(180);
    const own = all.filter((bid) => bid.user_id === clientId);
    expect(own).toHaveLength(24);
    const states = new Set(own.map(({ bid_status }) => bid_status));
    expect([...states].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    await seedBids(context);
    expect(await bids()).toHaveLength(all.length);
  });

  it("respect amounts, wins, dates and credit", async () => {
    for (const bid of await bids()) {
      expect(bid.amount % 5000).toBe(0);
      expect(bid.amount).toBeGreaterThanOrEqual(bid.start_price ?? 0);
      const hasWon = bid.amount >= (bid.sold_price ?? Infinity);
      expect({ bid, hasWon }).toEqual({ bid, hasWon: bid.bid_status === 6 });
      expect(bid.placed_day < "2026-11-20").toBe(true);
    }
    const users = await database.kysely
      .selectFrom("accounts")
      .select("user_id")
      .execute();
    for (const { user_id } of users) {
      const balance = await readBalance(context, user_id);
      expect(balance.bidsToday).toBe(0);
      expect(balance.balance + balance.creditLimit).toBeGreaterThanOrEqual(
        balance.activeBids,
      );
    }
    const client = await readBalance(context, clientId);
    expect(client.balance).toBe(2_400_000);
    expect(allowedBid(client)).toBeGreaterThan(2_000_000);
  });

  it("have a log that ends in their status and not in the future", async () => {
    const log = await database.kysely
      .selectFrom("bid_log")
      .selectAll()
      .orderBy("id")
      .execute();
    const last = new Map(log.map((entry) => [entry.bid_id, entry.bid_status]));
    for (const { id, bid_status } of await bids())
      expect(last.get(id)).toBe(bid_status);
    for (const { at } of log)
      expect(at.getTime()).toBeLessThanOrEqual(Date.parse(noon));
  });
});
