import { afterEach, expect, it } from "vitest";
import { sql } from "kysely";
import { createOwnBids, type OwnBids } from "../../../server/bidding/ownBids";
import { lotPorts } from "../../../server/bidding";
import {
  announceChange,
  createChangeHub,
  readLastNumber,
} from "../../../server/platform/changes";
import {
  inTransaction,
  type Database,
} from "../../../server/platform/database";
import { memoryLog, onDatabase } from "../../support/database";
import { addClient, addLots, bidOn, contextOf, outcomeOf } from "./support";
import { eventually } from "../../support/eventually";

onDatabase("the own bids of lists", (open) => {
  const running: OwnBids[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((bids) => bids.stop()));
  });

  const start = async () => {
    const database = await open();
    const { context } = contextOf(database);
    const viewer = await addClient(database);
    const [first = "", second = ""] = await addLots(database, 2);
    const { log } = memoryLog();
    const changes = createChangeHub({ database, log });
    const own = createOwnBids({ database, changes, log });
    running.push(own);
    const place = (lotId: string, amount = 200_000) =>
      outcomeOf(context, viewer, bidOn(lotId, { amount, bidType: 1 }));
    const amounts = async (atLeast = 0n) => {
      const known = new Map([["bids", atLeast]]);
      const bids = await own.on(viewer, [first, second], known);
      return [first, second].map((id) => bids.get(id)?.amount);
    };
    const has = (userId: string, lotId: string) =>
      inTransaction(database, (trx) => lotPorts.hasBid(trx, { userId, lotId }));
    return { database, viewer, own, place, amounts, has, first, second };
  };

  /** Changes stored bids. Followers miss a change without an announcement. */
  const setAmount = (
    database: Database,
    amount: number,
    isAnnounced: boolean,
  ) =>
    inTransaction(database, async (trx) => {
      if (isAnnounced) await announceChange(trx, "bids");
      const seq = isAnnounced ? sql`nextval('change_seq')` : sql`seq`;
      await sql`update bids set amount = ${amount}, seq = ${seq}`.execute(trx);
    });

  it("include what their reader has written", async () => {
    const { database, place, amounts, first, second } = await start();
    expect(await amounts()).toEqual([undefined, undefined]);
    expect(await place(first)).toBe("taken");
    const afterFirst = await readLastNumber(database.kysely);
    expect(await amounts(afterFirst)).toEqual([200_000, undefined]);
    expect(await place(second, 300_000)).toBe("taken");
    const afterSecond = await readLastNumber(database.kysely);
    expect(await amounts(afterSecond)).toEqual([200_000, 300_000]);
  });

  it("are kept until one of them changes", async () => {
    const { database, place, amounts, first } = await start();
    await place(first);
    await eventually(async () => {
      await amounts();
      await setAmount(database, 210_000, false);
      const before = await amounts();
      await setAmount(database, 220_000, false);
      expect(await amounts()).toEqual(before);
    });
    await setAmount(database, 230_000, true);
    await eventually(async () => {
      expect(await amounts()).toEqual([230_000, undefined]);
    });
  });

  it("leave out bids of other users and cancelled bids", async () => {
    const { database, viewer, own, place, amounts, has, first, second } =
      await start();
    await place(first);
    const other = await addClient(database);
    expect(await own.on(other, [first])).toEqual(new Map());
    expect(await has(viewer.userId, first)).toBe(true);
    expect(await has(viewer.userId, second)).toBe(false);
    expect(await has(other.userId, first)).toBe(false);
    await inTransaction(database, async (trx) => {
      await announceChange(trx, "bids");
      await sql`update bids set bid_status = 4, seq = nextval('change_seq')`.execute(
        trx,
      );
    });
    const written = await readLastNumber(database.kysely);
    expect(await amounts(written)).toEqual([undefined, undefined]);
    expect(await has(viewer.userId, first)).toBe(false);
  });

  it("are read from the database once they have stopped", async () => {
    const { database, own, place, amounts, first } = await start();
    await place(first);
    await amounts();
    await own.stop();
    await setAmount(database, 250_000, false);
    expect(await amounts()).toEqual([250_000, undefined]);
  });
});
