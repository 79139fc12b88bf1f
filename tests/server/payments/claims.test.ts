import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import type { BidValues } from "../../../server/bidding/bidValues";
import { settleBids } from "../../../server/bidding/settlement/settleBids";
import { placeBid } from "../../../server/bidding/placeBid";
import { changesChannel } from "../../../server/platform/changes/announce";
import { eventually } from "../../support/eventually";
import { findAccount, postRemittance } from "../../../server/payments";
import { writeLots } from "../../../server/catalog";
import { lotStatuses } from "../../../domain/lotStatus";
import { inTransaction } from "../../../server/platform/database";
import { lotPorts } from "../../../server/bidding";
import { onDatabase } from "../../support/database";
import { logOf, outcome } from "../bidding/changes";
import {
  addClient,
  addLot,
  bidOn,
  contextOf,
  lotOf,
  noon,
  type Context,
} from "../bidding/support";

onDatabase("the money of a bid of 300,000 yen", (open) => {
  let context: Context;
  let viewer: Viewer;
  let bidId: string;

  const kysely = () => context.database.kysely;

  const change = (values: BidValues, isUndo = false) =>
    outcome(context, bidId, values, { isUndo, isConfirmed: true });

  /** Imports the result that the lot was sold, and returns how many bids it changed. */
  const sell = async (soldPrice: number) => {
    const { source_id } = await kysely()
      .selectFrom("lots")
      .innerJoin("bids", "bids.lot_id", "lots.id")
      .select("source_id")
      .where("bids.id", "=", bidId)
      .executeTakeFirstOrThrow();
    const lot = lotOf(source_id, { soldPrice, status: lotStatuses.sold });
    await inTransaction(context.database, (trx) =>
      writeLots(trx, "auction", [lot], { ports: lotPorts }),
    );
    return settleBids(context, { userId: viewer.userId });
  };

  /** Returns balance, active bids, state of the last hold, and the purchase. */
  const money = async () => {
    const { userId } = viewer;
    const account = await findAccount(kysely(), userId);
    const { state } = await kysely()
      .selectFrom("account_holds")
      .select("state")
      .where("bid_id", "=", bidId)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const purchases = await kysely()
      .selectFrom("purchases")
      .innerJoin("records", "records.id", "record_id")
      .select(sql<number>`(data ->> 'status')::int`.as("status"))
      .where("user_id", "=", userId)
      .execute();
    return [
      account?.balance,
      account?.activeBids,
      state,
      ...purchases.map(({ status }) => status),
    ];
  };

  const transfers = () =>
    kysely()
      .selectFrom("ledger_transfers")
      .select(["kind", "amount", "actor_name"])
      .where("bid_id", "=", bidId)
      .orderBy("id")
      .execute();

  const place = async (amount: number) => {
    const { result } = await placeBid(context, {
      client: { viewer, fullName: "Anna" },
      body: bidOn(await addLot(context.database), { amount }),
      key: null,
    });
    return result.bidId;
  };

  beforeAll(async () => {
    ({ context } = contextOf(await open()));
  });

  beforeEach(async () => {
    const account = { balance: 100_000, creditLimit: 250_000 };
    viewer = await addClient(context.database, account);
    bidId = await place(300_000);
  });

  it("is held from the bid to its end", async () => {
    expect(await money()).toEqual([100_000, 300_000, "pending"]);
    await change({ bidAmount: 350_000 });
    expect(await money()).toEqual([100_000, 350_000, "pending"]);
    expect(await change({ bidAmount: 355_000 })).toBe("insufficient_credit");
    await change({ bidStatus: 2, bidAmount: 200_000 });
    expect(await money()).toEqual([100_000, 200_000, "pending"]);
    await change({ bidStatus: 5 });
    expect(await money()).toEqual([100_000, 0, "released"]);
    await change({ bidStatus: 2 }, true);
    expect(await money()).toEqual([100_000, 200_000, "pending"]);
    expect(await transfers()).toEqual([]);
  });

  it("stays held by a win until the price is known", async () => {
    await change({ bidStatus: 6 });
    expect(await money()).toEqual([100_000, 300_000, "pending", 0]);
    await sell(250_000);
    expect(await money()).toEqual([-150_000, 0, "posted", 0]);
    expect((await logOf(context, bidId)).at(-1)).toMatchObject({
      event: "result",
      before: { soldPrice: null },
      after: { soldPrice: 250_000, status: lotStatuses.sold },
    });
  });

  it("is taken back when the bid leaves Win, and follows another price", async () => {
    await change({ bidStatus: 6 });
    await change({ bidStatus: 6 });
    await sell(250_000);
    expect(await money()).toEqual([-150_000, 0, "posted", 0]);
    await change({ bidStatus: 3 });
    expect(await money()).toEqual([100_000, 0, "posted", 7]);
    await change({ bidStatus: 6 }, true);
    await sell(200_000);
    expect(await money()).toEqual([-100_000, 0, "posted", 0]);
    await change({ bidStatus: 2 });
    expect(await money()).toEqual([100_000, 300_000, "pending", 7]);
    const posted = (await transfers()).map(
      ({ kind, amount }) => `${kind} ${amount}`,
    );
    expect(posted).toEqual([
      "carPrice 250000",
      "reversal 250000",
      "carPrice 250000",
      "reversal 250000",
      "carPrice 200000",
      "reversal 200000",
    ]);
    expect((await transfers())[2]?.actor_name).toBe("Emi");
  });

  it("follows prices that are imported after the win", async () => {
    await change({ bidStatus: 6 });
    await kysely().deleteFrom("bid_news").execute();
    const announced: string[] = [];
    await context.database.listen(changesChannel, (topic) => {
      announced.push(topic);
    });
    const settled: unknown[] = [];
    for (const soldPrice of [320_000, 250_000, 255_000, 255_000, 310_000]) {
      const handled = await sell(soldPrice);
      settled.push([handled, ...(await money())]);
    }
    // A price above the maximum waits for a manager, and the money stays as it is.
    expect(settled).toEqual([
      [1, 100_000, 300_000, "pending", 0],
      [1, -150_000, 0, "posted", 0],
      [1, -155_000, 0, "posted", 0],
      [0, -155_000, 0, "posted", 0],
      [1, -155_000, 0, "posted", 0],
    ]);
    expect((await transfers()).map(({ actor_name }) => actor_name)).toEqual([
      null,
      null,
      null,
    ]);
    // The client's open pages, the log and the next mail know of the price.
    await eventually(() =>
      expect(announced.filter((topic) => topic === "accounts")).toHaveLength(2),
    );
    const results = (await logOf(context, bidId)).filter(
      ({ event }) => event === "result",
    );
    expect(results).toMatchObject([
      { after: { decisionReason: "wonAbove", soldPrice: 320_000 } },
      { before: { soldPrice: null }, after: { soldPrice: 250_000 } },
      { before: { soldPrice: 250_000 }, after: { soldPrice: 255_000 } },
      { after: { decisionReason: "wonAbove", soldPrice: 310_000 } },
    ]);
    const news = await kysely().selectFrom("bid_news").selectAll().execute();
    expect(news).toMatchObject([
      { recipient_id: viewer.userId, bid_id: bidId, kind: "change" },
    ]);
  });

  it("becomes a debt beyond the credit, because the car is bought, and new bids are refused", async () => {
    await change({ bidStatus: 6 });
    await sell(90_000);
    await place(200_000);
    expect(await sell(280_000)).toBe(1);
    const { userId } = viewer;
    const account = await findAccount(kysely(), userId);
    expect(account).toMatchObject({ balance: -180_000, activeBids: 200_000 });
    await expect(place(200_000)).rejects.toMatchObject({
      code: "insufficient_credit",
    });
  });

  it("is not held again when other bids have used it", async () => {
    await kysely()
      .transaction()
      .execute((trx) =>
        postRemittance(trx, {
          userId: viewer.userId,
          amount: 200_000,
          day: "2026-11-20",
          note: "",
          actor: "system",
          at: new Date(noon),
        }),
      );
    await change({ bidStatus: 6 });
    await sell(200_000);
    await place(300_000);
    expect(await change({ bidStatus: 2 })).toBe("insufficient_credit");
    expect(await money()).toEqual([100_000, 300_000, "posted", 0]);
  });
});
