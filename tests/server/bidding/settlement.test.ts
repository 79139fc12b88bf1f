import { afterAll, describe, expect, it } from "vitest";
import { bidStatuses } from "../../../domain/bidStatus";
import { lotStatuses } from "../../../domain/lotStatus";
import { bidMailJob } from "../../../server/bidding/mails/queueBidMail";
import { settlementJob } from "../../../server/bidding/settlement/settleBids";
import { testDatabase } from "../../support/database";
import {
  asks,
  auctionDate,
  auctionsOf,
  evening,
  lost,
  open,
  won,
} from "./auctions";
import { logOf, outcome, rowOf } from "./changes";
import { composedMails } from "./mails";
import { contextOf } from "./support";

const { ongoing, upcoming, sold, notSold } = lotStatuses;
const { win } = bidStatuses;
const overdue = "2026-11-22T00:00:00+09:00";
const { signal } = new AbortController();
const database = await testDatabase();
afterAll(() => database.close());
const { context, setNow } = contextOf(database);
const { sweep, bid, importLot, settled } = auctionsOf({ context, setNow });

describe("a lot whose time has come", () => {
  it("becomes ongoing, and so do the copies on its bids", async () => {
    const { bidId, lotId } = await bid({});
    setNow(new Date(Date.parse(auctionDate) - 1));
    await sweep();
    expect(await rowOf(context, bidId)).toMatchObject({ lot_status: upcoming });
    setNow(auctionDate);
    await sweep();
    expect(await rowOf(context, bidId)).toMatchObject({ lot_status: ongoing });
    expect(await sweep()).toBe(0);
    await importLot(lotId, {
      status: upcoming,
      auctionDate: "2026-11-27T15:00:00+09:00",
    });
    await sweep();
    expect(await rowOf(context, bidId)).toMatchObject({ lot_status: upcoming });
  });
});

describe("a bid after the result of a feed", () => {
  it.each([
    ["finishes above its maximum", { status: sold, soldPrice: 505_000 }, lost],
    [
      "needs a manager at its maximum, because the buyer is not named",
      { status: sold, soldPrice: 500_000 },
      asks("unnamed"),
    ],
    ["finishes when the lot is not sold", { status: notSold }, lost],
  ])("%s", async (_name, result, expected) => {
    const { bidId, lotId } = await bid({});
    setNow(evening);
    await importLot(lotId, result);
    await sweep();
    expect(await settled(bidId)).toEqual(expected);
  });

  it("wins when the result names it, and the others finish", async () => {
    const first = await bid({});
    const second = await bid({ lotId: first.lotId });
    setNow(evening);
    await importLot(first.lotId, {
      status: sold,
      soldPrice: 500_000,
      winningBid: second.bidId,
    });
    await sweep();
    expect(await settled(second.bidId)).toEqual(won(500_000));
    expect(await settled(first.bidId)).toEqual(lost);
    const log = await logOf(context, second.bidId);
    expect(log.at(-1)).toMatchObject({
      actor_name: "System",
      after: { bidStatus: win },
    });
  });

  it("wins without a price when the result names it with a price of 0", async () => {
    const { bidId, lotId } = await bid({});
    setNow(evening);
    await importLot(lotId, { status: sold, soldPrice: 0, winningBid: bidId });
    await sweep();
    expect(await settled(bidId)).toEqual({ ...open, status: win });
  });

  it("needs a manager at the end of the next day, until a late result", async () => {
    const { bidId, lotId } = await bid({});
    setNow(new Date(Date.parse(overdue) - 1));
    await sweep();
    expect(await settled(bidId)).toEqual(open);
    setNow(overdue);
    await sweep();
    expect(await settled(bidId)).toEqual(asks("overdue"));
    await importLot(lotId, { status: sold, soldPrice: 900_000 });
    await sweep();
    expect(await settled(bidId)).toEqual(lost);
  });

  it("needs no manager when its lot is postponed, which its log and the client's mail tell", async () => {
    const { bidId, lotId } = await bid({});
    setNow(overdue);
    await sweep();
    await context.database.kysely.deleteFrom("bid_news").execute();
    const later = "2026-11-24T15:00:00+09:00";
    for (const equip of ["AC", "AC, AB"])
      await importLot(lotId, { auctionDate: later, equip });
    await sweep();
    expect(await settled(bidId)).toEqual(open);
    const log = await logOf(context, bidId);
    expect(log.filter(({ event }) => event === "postponed")).toMatchObject([
      { before: { auctionDate }, after: { auctionDate: later } },
    ]);
    const news = await context.database.kysely
      .selectFrom("bid_news")
      .select(["bid_id", "kind"])
      .execute();
    expect(news).toEqual([{ bid_id: bidId, kind: "change" }]);
  });

  it("is told a corrected price of the car that it has won", async () => {
    const { kysely } = context.database;
    for (const table of ["bid_news", "outbox"] as const)
      await kysely.deleteFrom(table).execute();
    const { bidId, lotId } = await bid({});
    setNow(evening);
    for (const soldPrice of [400_000, 450_000]) {
      await importLot(lotId, { status: sold, soldPrice, winningBid: bidId });
      await sweep();
    }
    await bidMailJob(context).run(signal);
    const [told] = await composedMails(context);
    expect(told?.mail?.text).toContain("Won for ¥450,000");
    expect(told?.mail?.text).toContain("Sold price: ¥450,000");
  });

  it("is left to the manager who has recorded a price", async () => {
    const { bidId, lotId } = await bid({});
    setNow(evening);
    await outcome(context, bidId, { soldPrice: 450_000 });
    await importLot(lotId, { status: notSold });
    await sweep();
    expect(await settled(bidId)).toEqual(asks("recordedPrice"));
  });
});

describe("several sweeps", () => {
  const endedBids = async () => {
    const bids = [];
    for (let index = 0; index < 12; index += 1) bids.push(await bid({}));
    setNow(evening);
    for (const [index, { lotId, bidId }] of bids.entries())
      await importLot(lotId, {
        status: sold,
        soldPrice: 400_000,
        winningBid: index % 2 === 0 ? bidId : "999999",
      });
    return bids.map(({ bidId }) => bidId);
  };
  const expectSettledOnce = async (bidIds: readonly string[]) => {
    for (const [index, bidId] of bidIds.entries()) {
      const expected = index % 2 === 0 ? won(400_000) : lost;
      expect(await settled(bidId)).toEqual(expected);
      expect(await logOf(context, bidId)).toHaveLength(2);
    }
  };

  it("at once change each bid once", async () => {
    const bidIds = await endedBids();
    await Promise.all(Array.from({ length: 4 }, sweep));
    await expectSettledOnce(bidIds);
  });

  it("continue after one that was stopped between two bids", async () => {
    const bidIds = await endedBids();
    const stopping = new AbortController();
    let reads = 0;
    const clock = {
      now: () => {
        reads += 1;
        if (reads > 12) stopping.abort();
        return context.clock.now();
      },
    };
    await settlementJob({ ...context, clock }).run(stopping.signal);
    const statuses = new Set<number>();
    for (const id of bidIds) statuses.add((await settled(id)).status);
    expect(statuses.has(1) && statuses.has(win)).toBe(true);
    await sweep();
    await expectSettledOnce(bidIds);
  });

  it("settle the other bids when one fails, and the failed bid later", async () => {
    const bidIds = await endedBids();
    const failing = {
      ...context.ports.purchases,
      create: () => Promise.reject(new Error("killed")),
    };
    const broken = { ...context, ports: { purchases: failing } };
    await expect(settlementJob(broken).run(signal)).rejects.toThrow("killed");
    expect(await settled(String(bidIds[0]))).toEqual(open);
    expect(await settled(String(bidIds[1]))).toEqual(lost);
    await sweep();
    await expectSettledOnce(bidIds);
  });
});
