import { beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import { bidStatuses } from "../../../domain/bidStatus";
import { lotStatuses } from "../../../domain/lotStatus";
import { settlementJob } from "../../../server/bidding";
import { changeStatus } from "../../../server/bidding/changeBids";
import { listBidGroups } from "../../../server/bidding/bidGroups";
import { orderGroup } from "../../../server/bidding/orderGroup";
import { placeBid } from "../../../server/bidding/placeBid";
import { writeLots } from "../../../server/catalog";
import { lotPorts } from "../../../server/ports";
import { testDatabase } from "../../support/database";
import { logOf, managerViewer, outcome, rowOf } from "./changes";
import {
  addClient,
  addLot,
  bidOn,
  contextOf,
  lotOf,
  noon,
  outcomeOf,
  type Context,
} from "./support";

const { ongoing, upcoming, sold, notSold } = lotStatuses;
const { finished, win } = bidStatuses;
const auctionDate = "2026-11-20T15:00:00+09:00";
const evening = "2026-11-20T20:00:00+09:00";
const overdue = "2026-11-22T00:00:00+09:00";
const { signal } = new AbortController();

let context: Context;
let setNow: ReturnType<typeof contextOf>["setNow"];

beforeAll(async () => {
  const database = await testDatabase();
  ({ context, setNow } = contextOf(database));
  return () => database.close();
});

const sweep = () => settlementJob(context).run(signal);

/** Places a bid before the auction; the amount is yen. */
async function bid(options: {
  viewer?: Viewer;
  amount?: number;
  lotId?: string;
  auctionDate?: string;
  bidGroup?: number;
}) {
  setNow(noon);
  const viewer = options.viewer ?? (await addClient(context.database));
  const at = { auctionDate: options.auctionDate ?? auctionDate };
  const lotId = options.lotId ?? (await addLot(context.database, at));
  const { result } = await placeBid(context, {
    client: { viewer, fullName: "Anna" },
    body: bidOn(lotId, {
      amount: options.amount ?? 500_000,
      bidGroup: options.bidGroup ?? -1,
    }),
    key: null,
  });
  return { viewer, lotId, bidId: result.bidId };
}

/** Imports new values of a lot, as a feed does. */
async function importLot(lotId: string, fields: Record<string, unknown>) {
  const { kysely } = context.database;
  const lot = await kysely
    .selectFrom("lots")
    .select(["source_id", "auction_at"])
    .where("area", "=", "auction")
    .where("id", "=", lotId)
    .executeTakeFirstOrThrow();
  const kept = { auctionDate: lot.auction_at?.toISOString(), ...fields };
  await kysely
    .transaction()
    .execute((trx) =>
      writeLots(trx, "auction", [lotOf(lot.source_id, kept)], lotPorts),
    );
}

/** The parts of a bid that a settlement changes, with the state of its money. */
async function settled(bidId: string) {
  const { kysely } = context.database;
  const row = await rowOf(context, bidId);
  const holds = await kysely
    .selectFrom("holds")
    .select("state")
    .where("bid_id", "=", bidId)
    .execute();
  const debts = await kysely
    .selectFrom("ledger_entries")
    .select("amount")
    .where("bid_id", "=", bidId)
    .execute();
  return {
    status: row.bid_status,
    needsDecision: row.needs_decision,
    hold: holds.map(({ state }) => state).join(),
    debts: debts.map(({ amount }) => Number(amount)),
  };
}

const open = { status: 1, needsDecision: false, hold: "active", debts: [] };
const asks = { ...open, needsDecision: true };
const lost = { ...open, status: finished, hold: "released" };
const won = (price: number) => ({
  ...open,
  status: win,
  hold: "converted",
  debts: [price],
});

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
    ["stays at its maximum", { status: sold, soldPrice: 500_000 }, open],
    ["stays below its maximum", { status: sold, soldPrice: 300_000 }, open],
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

  it("needs a manager at the end of the next day, until a late result", async () => {
    const { bidId, lotId } = await bid({});
    setNow(new Date(Date.parse(overdue) - 1));
    await sweep();
    expect(await settled(bidId)).toEqual(open);
    setNow(overdue);
    await sweep();
    expect(await settled(bidId)).toEqual(asks);
    await importLot(lotId, { status: sold, soldPrice: 900_000 });
    await sweep();
    expect(await settled(bidId)).toEqual(lost);
  });

  it("needs no manager when its lot is moved to another day", async () => {
    const { bidId, lotId } = await bid({});
    setNow(overdue);
    await sweep();
    await importLot(lotId, { auctionDate: "2026-11-24T15:00:00+09:00" });
    await sweep();
    expect(await settled(bidId)).toEqual(open);
  });

  it("is left to the manager who has recorded a price", async () => {
    const { bidId, lotId } = await bid({});
    setNow(evening);
    await outcome(context, bidId, { soldPrice: 450_000 });
    await importLot(lotId, { status: notSold });
    await sweep();
    expect(await settled(bidId)).toEqual(open);
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

describe("a group of two cars", () => {
  const groupC = 3;
  const use = async (viewer: Viewer) =>
    (await listBidGroups(context.database.kysely, viewer.userId)).find(
      ({ value }) => value === groupC,
    );
  const four = async (
    times: readonly string[],
    account?: Parameters<typeof addClient>[1],
  ) => {
    const viewer = await addClient(context.database, account);
    const bids = [];
    for (const time of times)
      bids.push(
        await bid({
          viewer,
          bidGroup: groupC,
          auctionDate: `2026-11-20T${time}:00+09:00`,
        }),
      );
    return { viewer, bids, ids: bids.map(({ bidId }) => bidId) };
  };
  const names = async ({ lotId, bidId }: { lotId: string; bidId: string }) => {
    await importLot(lotId, {
      status: sold,
      soldPrice: 400_000,
      winningBid: bidId,
    });
  };
  const states = async (ids: readonly string[]) => {
    const found = [];
    for (const id of ids) found.push(await settled(id));
    return found;
  };

  it("buys two; later bids finish and bids on earlier auctions stay", async () => {
    const { viewer, bids, ids } = await four([
      "16:00",
      "15:10",
      "15:00",
      "14:00",
    ]);
    expect(await use(viewer)).toMatchObject({ bought: 0, left: 2 });
    setNow("2026-11-20T15:30:00+09:00");
    for (const named of bids.slice(1, 3)) await names(named);
    await sweep();
    expect(await states(ids)).toEqual([lost, won(400_000), won(400_000), open]);
    expect(await use(viewer)).toMatchObject({ bought: 2, left: 0 });
    setNow(noon);
    const nextWeek = { auctionDate: "2026-11-27T15:00:00+09:00" };
    const lotId = await addLot(context.database, nextWeek);
    const more = bidOn(lotId, { bidGroup: groupC });
    expect(await outcomeOf(context, viewer, more)).toBe("group_full");
    setNow(evening);
    const [, , , earlier] = bids;
    if (earlier) await importLot(earlier.lotId, { status: notSold });
    await sweep();
    expect(await use(viewer)).toMatchObject({ bought: 0, left: 2 });
    setNow(noon);
    expect(await outcomeOf(context, viewer, more)).toBe("taken");
  });

  it("follows the client's order at equal times, and a third result needs a manager", async () => {
    const { viewer, bids, ids } = await four([
      "15:00",
      "15:00",
      "15:00",
      "15:00",
    ]);
    const [first, second, third, fourth] = ids.map(String);
    await orderGroup(context, {
      person: { viewer, fullName: "Anna" },
      groupId: groupC,
      bidIds: [fourth, second, first, third].map(String),
      key: null,
    });
    setNow(evening);
    for (const named of [bids[0], bids[1], bids[3]])
      if (named) await names(named);
    await sweep();
    expect(await states(ids)).toEqual([asks, won(400_000), lost, won(400_000)]);
  });

  it("releases the others at once when a manager sets the last win", async () => {
    const { bids, ids } = await four(["15:00", "15:10", "15:20", "16:00"]);
    setNow(evening);
    for (const { bidId } of bids.slice(0, 2))
      await changeStatus(
        context,
        { bidId, status: win },
        { actor: { viewer: managerViewer, fullName: "Emi" }, key: null },
      );
    const converted = { ...open, status: win };
    expect(await states(ids)).toEqual([converted, converted, lost, lost]);
  });

  it("takes the others back when a manager undoes the last win", async () => {
    const account = { balance: 1_000_000, creditLimit: 1_000_000 };
    const { bids, ids } = await four(
      ["15:00", "15:10", "16:00", "17:00"],
      account,
    );
    const [first, , , last] = bids;
    const set = (status: 1 | 6, isUndo = false) =>
      changeStatus(
        context,
        { bidId: String(ids[1]), status, undo: isUndo },
        { actor: { viewer: managerViewer, fullName: "Emi" }, key: null },
      );
    if (first) await names(first);
    setNow("2026-11-20T15:30:00+09:00");
    await sweep();
    await set(win);
    const converted = { ...open, status: win };
    const full = [won(400_000), converted, lost, lost];
    expect(await states(ids)).toEqual(full);
    // The fourth auction is over and the credit covers another bid only.
    if (last) await importLot(last.lotId, { status: notSold });
    await set(1, true);
    expect(await states(ids)).toEqual([won(400_000), open, open, lost]);
    expect((await logOf(context, String(ids[2]))).at(-1)).toMatchObject({
      actor_name: "System",
      before: { bidStatus: finished },
      after: { bidStatus: 1 },
    });
    await set(win);
    await bid({ viewer: first?.viewer ?? managerViewer, amount: 1_000_000 });
    setNow("2026-11-20T15:30:00+09:00");
    await set(1, true);
    await sweep();
    expect(await states(ids)).toEqual([won(400_000), open, lost, lost]);
    expect(await sweep()).toBe(0);
  });

  it("is reordered by its client with exactly the active bids", async () => {
    const { viewer, ids } = await four(["15:00", "15:00", "15:00"]);
    const stranger = await four(["15:00"]);
    const reorder = (bidIds: readonly string[], by = viewer) =>
      orderGroup(context, {
        person: { viewer: by, fullName: "Anna" },
        groupId: groupC,
        bidIds,
        key: null,
      }).then(
        () => "done",
        (error: unknown) => (error instanceof Error ? error.message : ""),
      );
    const reversed = ids.toReversed();
    expect(await reorder([...ids, ...stranger.ids])).toBe("stale_row");
    expect(await reorder([...ids.slice(1), "999999"])).toBe("stale_row");
    expect(await reorder(ids, stranger.viewer)).toBe("stale_row");
    expect(await reorder(reversed)).toBe("done");
    for (const [index, id] of reversed.entries()) {
      const { group_rank, version } = await rowOf(context, id);
      expect({ group_rank, version }).toEqual({
        group_rank: index + 1,
        version: 1,
      });
      const log = await logOf(context, id);
      expect(log.at(-1)).toMatchObject({ after: { groupRank: index + 1 } });
    }
    await outcome(context, String(ids[0]), { bidStatus: 4 });
    expect(await reorder(reversed)).toBe("stale_row");
  });
});
