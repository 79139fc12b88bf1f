import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import type { BidValues } from "../../../server/bidding/changeBid";
import { soldPriceJob } from "../../../server/bidding/bookSoldPrices";
import { readWork } from "../../../server/bidding/readWork";
import { placeBid } from "../../../server/bidding/placeBid";
import { changesChannel } from "../../../server/platform/changes/announce";
import { eventually } from "../../support/eventually";
import { findAccount, postRemittance } from "../../../server/payments";
import { writeLots } from "../../../server/catalog";
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
import { clientsOverLimit } from "./support";

onDatabase("the money of a bid of 300,000 yen", (open) => {
  let context: Context;
  let viewer: Viewer;
  let bidId: string;

  const kysely = () => context.database.kysely;

  const change = (values: BidValues, isUndo = false) =>
    outcome(context, bidId, values, { isUndo, isConfirmed: true });

  const setSoldPrice = (soldPrice: number) =>
    kysely()
      .updateTable("bids")
      .set({ sold_price: soldPrice })
      .where("id", "=", bidId)
      .execute();

  /** Returns balance, active bids, state of the hold, and the purchase. */
  const money = async () => {
    const { userId } = viewer;
    const account = await findAccount(kysely(), userId);
    const { state } = await kysely()
      .selectFrom("holds")
      .select("state")
      .where("bid_id", "=", bidId)
      .executeTakeFirstOrThrow();
    const purchases = await kysely()
      .selectFrom("purchases")
      .select("status")
      .where("user_id", "=", userId)
      .execute();
    return [
      account?.balance,
      account?.activeBids,
      state,
      ...purchases.map(({ status }) => status),
    ];
  };

  const entries = () =>
    kysely()
      .selectFrom("ledger_entries")
      .select(["reason", "balance_change", "actor_name"])
      .where("user_id", "=", viewer.userId)
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
    expect(await money()).toEqual([100_000, 300_000, "active"]);
    await change({ bidAmount: 350_000 });
    expect(await money()).toEqual([100_000, 350_000, "active"]);
    expect(await change({ bidAmount: 355_000 })).toBe("insufficient_credit");
    await change({ bidStatus: 2, bidAmount: 200_000 });
    expect(await money()).toEqual([100_000, 200_000, "active"]);
    await change({ bidStatus: 5 });
    expect(await money()).toEqual([100_000, 0, "released"]);
    await change({ bidStatus: 2 }, true);
    expect(await money()).toEqual([100_000, 200_000, "active"]);
    expect(await entries()).toEqual([]);
  });

  it("stays held by a win until the price is known", async () => {
    await change({ bidStatus: 6 });
    expect(await money()).toEqual([100_000, 300_000, "active", null]);
    await setSoldPrice(250_000);
    await change({ bidGroup: 1 });
    expect(await money()).toEqual([-150_000, 0, "converted", null]);
    // The job finds nothing to book any more, so the change tells of the price.
    expect((await logOf(context, bidId)).slice(-2)).toMatchObject([
      {
        event: "price",
        before: { soldPrice: null },
        after: { soldPrice: 250_000 },
      },
      { event: "edited", after: { bidGroup: 1 } },
    ]);
  });

  it("is taken back when the bid leaves Win, and follows another price", async () => {
    await setSoldPrice(250_000);
    await change({ bidStatus: 6 });
    await change({ bidStatus: 6 });
    expect(await money()).toEqual([-150_000, 0, "converted", null]);
    await change({ bidStatus: 3 });
    expect(await money()).toEqual([100_000, 0, "released", 7]);
    await change({ bidStatus: 6 }, true);
    await setSoldPrice(200_000);
    await change({ bidGroup: 1 });
    expect(await money()).toEqual([-100_000, 0, "converted", null]);
    await change({ bidStatus: 2 });
    expect(await money()).toEqual([100_000, 300_000, "active", 7]);
    const posted = (await entries()).map(
      ({ reason, balance_change }) => `${reason} ${balance_change}`,
    );
    expect(posted).toEqual([
      "purchase -250000",
      "reversal 250000",
      "purchase -250000",
      "reversal 250000",
      "purchase -200000",
      "reversal 200000",
    ]);
    expect((await entries())[0]?.actor_name).toBe("Emi");
  });

  it("follows prices that are imported after the win", async () => {
    const { source_id } = await kysely()
      .selectFrom("lots")
      .innerJoin("bids", "bids.lot_id", "lots.id")
      .select("source_id")
      .where("bids.id", "=", bidId)
      .executeTakeFirstOrThrow();
    const job = soldPriceJob(context);
    const signal = new AbortController().signal;
    await change({ bidStatus: 6 });
    await job.run(signal);
    await kysely().deleteFrom("bid_news").execute();
    const announced: string[] = [];
    await context.database.listen(changesChannel, (topic) => {
      announced.push(topic);
    });
    const settled: unknown[] = [];
    for (const soldPrice of [320_000, 250_000, 255_000, 255_000, 310_000]) {
      await inTransaction(context.database, (trx) =>
        writeLots(trx, "auction", [lotOf(source_id, { soldPrice })], {
          ports: lotPorts,
        }),
      );
      const handled = await job.run(signal);
      settled.push([handled, ...(await money())]);
    }
    expect(settled).toEqual([
      [0, 100_000, 300_000, "active", null],
      [1, -150_000, 0, "converted", null],
      [1, -155_000, 0, "converted", null],
      [0, -155_000, 0, "converted", null],
      [1, 100_000, 300_000, "active", null],
    ]);
    expect((await entries()).map(({ actor_name }) => actor_name)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    // The client's open pages, the log and the next mail know of the price.
    await eventually(() =>
      expect(announced.filter((topic) => topic === "accounts")).toHaveLength(3),
    );
    const booked = (await logOf(context, bidId)).filter(
      ({ event }) => event === "price",
    );
    expect(booked).toMatchObject([
      { before: { soldPrice: null }, after: { soldPrice: 250_000 } },
      { before: { soldPrice: 250_000 }, after: { soldPrice: 255_000 } },
      // A car that was sold for more than the maximum went to another bidder.
      { before: { soldPrice: 255_000 }, after: { soldPrice: null } },
    ]);
    const news = await kysely().selectFrom("bid_news").selectAll().execute();
    expect(news).toMatchObject([
      { recipient_id: viewer.userId, bid_id: bidId, kind: "change" },
    ]);
  });

  it("keeps its former claim and asks a manager when the credit does not cover a new price", async () => {
    const signal = new AbortController().signal;
    const job = soldPriceJob(context);
    const importPrice = (soldPrice: number) =>
      inTransaction(context.database, async (trx) => {
        const { source_id } = await trx
          .selectFrom("lots")
          .innerJoin("bids", "bids.lot_id", "lots.id")
          .select("source_id")
          .where("bids.id", "=", bidId)
          .executeTakeFirstOrThrow();
        await writeLots(trx, "auction", [lotOf(source_id, { soldPrice })], {
          ports: lotPorts,
        });
      });
    const state = async () => {
      await job.run(signal);
      const { undecided } = await readWork(context);
      const [balance, active, hold] = await money();
      return [balance, active, hold, undecided];
    };
    await importPrice(90_000);
    await change({ bidStatus: 6 });
    await place(200_000);
    await importPrice(280_000);
    const waiting = [10_000, 200_000, "converted", 1];
    expect(await state()).toEqual(waiting);
    expect(await state()).toEqual(waiting);
    expect(await clientsOverLimit(context.database)).toEqual([]);
    const { userId } = viewer;
    await kysely()
      .updateTable("accounts")
      .set({ credit_limit: 400_000 })
      .where("user_id", "=", userId)
      .execute();
    expect(await state()).toEqual([-180_000, 200_000, "converted", 0]);
    const marks = (await logOf(context, bidId)).slice(-3);
    expect(marks.map(({ after }) => after)).toEqual([
      { needsDecision: true },
      { soldPrice: 280_000 },
      { needsDecision: false },
    ]);
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
    await setSoldPrice(200_000);
    await change({ bidStatus: 6 });
    await place(300_000);
    expect(await change({ bidStatus: 2 })).toBe("insufficient_credit");
    expect(await money()).toEqual([100_000, 300_000, "converted", null]);
  });
});
