import { beforeAll, expect, it } from "vitest";
import { placeBid } from "../../../server/bidding/placeBid";
import type { Database } from "../../../server/platform/database";
import { onDatabase } from "../../support/database";
import {
  addClient,
  addLot,
  addLots,
  bidOn,
  contextOf,
  outcomeOf,
  type Context,
} from "./support";

const rounds = 8;

const tally = (outcomes: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const one of outcomes) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
};

onDatabase("parallel bids of one client", (open) => {
  let database: Database;
  let context: Context;
  let carIds: string[];
  let ussIds: string[];

  const bidsOf = (userId: string) =>
    database.kysely
      .selectFrom("bids")
      .selectAll()
      .where("user_id", "=", userId)
      .execute();

  beforeAll(async () => {
    database = await open();
    ({ context } = contextOf(database));
    carIds = await addLots(database, 6);
    ussIds = await addLots(database, 6, { auctionName: "USS Tokyo" });
  });

  it("never exceed the daily limit and use it fully", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const free = 1 + (round % 4);
      const viewer = await addClient(database, { dailyBidLimit: free });
      const outcomes = await Promise.all(
        carIds.map((id) => outcomeOf(context, viewer, bidOn(id))),
      );
      expect(tally(outcomes)).toEqual({ taken: free, bid_limit: 6 - free });
      expect(await bidsOf(viewer.userId)).toHaveLength(free);
    }
  });

  it("never exceed the USS limit, which applies to USS lots only", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const free = 1 + (round % 4);
      const viewer = await addClient(database, { dailyUssLimit: free });
      const mixed = [...ussIds, ...carIds.slice(0, 2)];
      const outcomes = await Promise.all(
        mixed.map((id) => outcomeOf(context, viewer, bidOn(id))),
      );
      expect(tally(outcomes)).toEqual({ taken: free + 2, uss_limit: 6 - free });
      const bids = await bidsOf(viewer.userId);
      expect(bids.filter((bid) => bid.is_uss)).toHaveLength(free);
    }
  });

  it("never exceed balance and credit limit", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const allowed = 250_000 * (1 + (round % 4));
      const viewer = await addClient(database, {
        balance: 50_000,
        creditLimit: allowed - 50_000,
      });
      const amount = 250_000;
      const outcomes = await Promise.all(
        carIds.map((id) => outcomeOf(context, viewer, bidOn(id, { amount }))),
      );
      const taken = allowed / amount;
      expect(tally(outcomes)).toEqual({
        taken,
        insufficient_credit: 6 - taken,
      });
      const bids = await bidsOf(viewer.userId);
      expect(bids.reduce((sum, bid) => sum + bid.amount, 0)).toBe(allowed);
    }
  });

  it("leave a single active bid on a lot", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const viewer = await addClient(database);
      const carId = await addLot(database);
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map(() => outcomeOf(context, viewer, bidOn(carId))),
      );
      expect(tally(outcomes)).toEqual({ taken: 1, bid_exists: 3 });
      expect(await bidsOf(viewer.userId)).toHaveLength(1);
    }
  });

  it("with the same Idempotency-Key place one bid and get equal replies", async () => {
    const viewer = await addClient(database, { dailyBidLimit: 1 });
    const request = {
      client: { viewer, fullName: "Anna" },
      body: bidOn(await addLot(database)),
      key: "the-one-key",
    };
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => placeBid(context, request)),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    const bids = await bidsOf(viewer.userId);
    expect(bids.map(({ id }) => id)).toEqual([replies[0]?.result.bidId]);
    const other = { ...request, body: { ...request.body, amount: 300_000 } };
    await expect(placeBid(context, other)).rejects.toThrow("key_reused");
    expect(await bidsOf(viewer.userId)).toHaveLength(1);
  });
});
