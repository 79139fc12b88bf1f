import { afterAll, describe, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import { bidStatuses } from "../../../domain/bidStatus";
import { lotStatuses } from "../../../domain/lotStatus";
import { listBidGroups } from "../../../server/bidding/bidGroups";
import { changeStatus } from "../../../server/bidding/changeBids";
import { orderGroup } from "../../../server/bidding/orderGroup";
import { testDatabase } from "../../support/database";
import { asks, auctionsOf, evening, lost, open, won } from "./auctions";
import { logOf, managerViewer, outcome, rowOf } from "./changes";
import {
  addClient,
  addLot,
  bidOn,
  contextOf,
  noon,
  outcomeOf,
} from "./support";

const { sold, notSold } = lotStatuses;
const { finished, win } = bidStatuses;
const database = await testDatabase();
afterAll(() => database.close());
const { context, setNow } = contextOf(database);
const { sweep, bid, importLot, settled } = auctionsOf({ context, setNow });

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
  /** Returns the states of bids, whose money is held together. */
  const states = async (ids: readonly string[]) => {
    const found = [];
    for (const id of ids) found.push(await settled(id));
    return found.map(apart);
  };
  const apart = ({ status, decision, debts }: typeof open) => ({
    ...{ status, decision, debts },
  });

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
    expect(await states(ids)).toEqual(
      [lost, won(400_000), won(400_000), open].map(apart),
    );
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
      // Neither the ids nor their reverse have the same first two.
      bidIds: [fourth, first, second, third].map(String),
      key: null,
    });
    setNow(evening);
    for (const named of [bids[0], bids[1], bids[3]])
      if (named) await names(named);
    await sweep();
    expect(await states(ids)).toEqual(
      [won(400_000), asks("groupFull"), lost, won(400_000)].map(apart),
    );
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
    expect(await states(ids)).toEqual(
      [converted, converted, lost, lost].map(apart),
    );
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
    const full = [won(400_000), converted, lost, lost].map(apart);
    expect(await states(ids)).toEqual(full);
    // The fourth auction is over and the credit covers another bid only.
    if (last) await importLot(last.lotId, { status: notSold });
    await set(1, true);
    expect(await states(ids)).toEqual(
      [won(400_000), open, open, lost].map(apart),
    );
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
    expect(await states(ids)).toEqual(
      [won(400_000), open, lost, lost].map(apart),
    );
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
