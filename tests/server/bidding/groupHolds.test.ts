import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import { bidStatuses } from "../../../domain/bidStatus";
import { lotStatuses } from "../../../domain/lotStatus";
import { copyLotChangesToBids } from "../../../server/bidding/lotPorts";
import { reviewGroupHolds } from "../../../server/bidding/settlement/reviewGroupHolds";
import { startAuctions } from "../../../server/catalog";
import { findAccount } from "../../../server/payments";
import { onDatabase } from "../../support/database";
import { auctionsOf, evening, lost } from "./auctions";
import { doneOrCode, outcome } from "./changes";
import { addClient, contextOf, noon } from "./support";

/** The groups A and C buy one car and two cars. */
const [one, two] = [1, 3];

onDatabase("the money of a group", (open) => {
  let made: ReturnType<typeof contextOf>;
  let auctions: ReturnType<typeof auctionsOf>;
  let viewer: Viewer;

  beforeAll(async () => {
    made = contextOf(await open());
    auctions = auctionsOf(made);
  });
  beforeEach(async () => {
    made.setNow(noon);
    viewer = await addClient(made.context.database, {
      ...{ balance: 100_000, creditLimit: 900_000 },
    });
  });

  const place = (amount: number, time: string, bidGroup: number | null) =>
    auctions.bid({
      ...{ viewer, amount, auctionDate: `2026-11-20T${time}:00+09:00` },
      ...(bidGroup !== null && { bidGroup }),
    });
  const held = async () =>
    (await findAccount(made.context.database.kysely, viewer.userId))
      ?.activeBids;
  const change = (bidId: string, values: Parameters<typeof outcome>[2]) =>
    outcome(made.context, bidId, values, { isConfirmed: true });

  it("is that of its dearest bid, so that several bids for one car fit the credit", async () => {
    await place(600_000, "15:00", one);
    await place(700_000, "16:00", one);
    expect(await held()).toBe(700_000);
    await place(500_000, "17:00", one);
    expect(await held()).toBe(700_000);
    expect(await doneOrCode(place(400_000, "18:00", null))).toBe(
      "insufficient_credit",
    );
    expect(await doneOrCode(place(1_005_000, "18:00", one))).toBe(
      "insufficient_credit",
    );
  });

  it("is that of all bids whose auctions begin together", async () => {
    await place(600_000, "15:00", one);
    expect(await doneOrCode(place(700_000, "15:00", one))).toBe(
      "insufficient_credit",
    );
    await place(300_000, "15:00", one);
    expect(await held()).toBe(900_000);
  });

  it("rises once an auction has begun without a result, because its bid may win too", async () => {
    await place(300_000, "15:00", one);
    await place(700_000, "16:00", one);
    expect(await held()).toBe(700_000);
    made.setNow("2026-11-20T15:30:00+09:00");
    await auctions.sweep();
    expect(await held()).toBe(1_000_000);
  });

  it("follows an auction that is put off to the time of another", async () => {
    const { lotId } = await place(300_000, "15:00", one);
    await place(600_000, "16:00", one);
    expect(await held()).toBe(600_000);
    await auctions.importLot(lotId, {
      auctionDate: "2026-11-20T16:00:00+09:00",
    });
    await auctions.sweep();
    expect(await held()).toBe(900_000);
  });

  it("is reviewed once by several servers", async () => {
    await place(300_000, "15:00", one);
    await place(700_000, "16:00", one);
    made.setNow("2026-11-20T15:30:00+09:00");
    const { database, clock } = made.context;
    const ports = { lotsChanged: copyLotChangesToBids };
    await startAuctions(
      { database, clock, ports },
      new AbortController().signal,
    );
    const servers = [1, 2, 3].map(() => reviewGroupHolds(made.context));
    await Promise.all(servers);
    expect(await held()).toBe(1_000_000);
    expect(await reviewGroupHolds(made.context)).toBe(0);
  });

  it("of one client that cannot be reviewed delays neither other clients nor results", async () => {
    await place(300_000, "15:00", one);
    await place(700_000, "16:00", one);
    const failing = viewer.userId;
    viewer = await addClient(made.context.database, {
      ...{ balance: 100_000, creditLimit: 900_000 },
    });
    await place(300_000, "15:00", one);
    await place(600_000, "16:00", one);
    const { bidId, lotId } = await auctions.bid({});
    made.setNow("2026-11-20T15:30:00+09:00");
    await auctions.importLot(lotId, { status: lotStatuses.notSold });
    const { database } = made.context;
    const refuse = sql.raw(`create function refuse_review() returns trigger
      language plpgsql as $$ begin raise exception 'no review'; end $$`);
    await refuse.execute(database.kysely);
    await sql`create trigger refuse_review before insert on account_holds for each row
      when (new.user_id = ${sql.lit(Number(failing))}) execute function refuse_review()`.execute(
      database.kysely,
    );
    const failed = await auctions.sweep().catch(String);
    await sql`drop function refuse_review cascade`.execute(database.kysely);
    expect(failed).toContain("no review");
    expect(await held()).toBe(900_000);
    expect(await auctions.settled(bidId)).toEqual(lost);
    await auctions.sweep();
    expect((await findAccount(database.kysely, failing))?.activeBids).toBe(
      1_000_000,
    );
  });

  it("falls by the bids of the cars that are bought, whose prices are debts", async () => {
    const { lotId, bidId } = await place(300_000, "15:00", two);
    await place(400_000, "16:00", two);
    await place(500_000, "17:00", two);
    expect(await held()).toBe(900_000);
    made.setNow("2026-11-20T15:30:00+09:00");
    await auctions.importLot(lotId, {
      ...{ status: lotStatuses.sold, soldPrice: 250_000, winningBid: bidId },
    });
    await auctions.sweep();
    expect(await held()).toBe(500_000);
    const { database } = made.context;
    expect(await findAccount(database.kysely, viewer.userId)).toMatchObject({
      balance: -150_000,
    });
  });

  it("has the maximum of a bought car until its price is known", async () => {
    const { bidId } = await place(300_000, "15:00", one);
    await place(400_000, "16:00", one);
    made.setNow(evening);
    expect(await change(bidId, { bidStatus: bidStatuses.win })).toBe("done");
    expect(await held()).toBe(700_000);
  });

  it("rises beyond the credit without refusing that a bid is cancelled", async () => {
    await place(600_000, "15:00", one);
    await place(700_000, "18:00", one);
    const { bidId } = await place(500_000, "19:00", one);
    made.setNow("2026-11-20T15:00:05+09:00");
    const cancelled = { bidStatus: bidStatuses.cancel };
    expect(await change(bidId, cancelled)).toBe("done");
    expect(await held()).toBe(1_300_000);
  });

  it("rises beyond the credit when a win is taken back", async () => {
    const { lotId, bidId } = await place(300_000, "15:00", two);
    await place(400_000, "16:00", two);
    await place(500_000, "17:00", two);
    made.setNow("2026-11-20T15:30:00+09:00");
    await auctions.importLot(lotId, {
      ...{ status: lotStatuses.sold, soldPrice: 250_000, winningBid: bidId },
    });
    await auctions.sweep();
    await made.context.database.kysely
      .updateTable("accounts")
      .set({ credit_limit: 0 })
      .where("user_id", "=", viewer.userId)
      .execute();
    expect(await change(bidId, { bidStatus: bidStatuses.bid })).toBe(
      "insufficient_credit",
    );
    expect(await change(bidId, { bidStatus: bidStatuses.finished })).toBe(
      "done",
    );
    expect(await held()).toBe(900_000);
  });

  it("is held apart once a bid leaves the group or joins another", async () => {
    const { bidId } = await place(300_000, "15:00", one);
    await place(400_000, "16:00", one);
    expect(await change(bidId, { bidGroup: null })).toBe("done");
    expect(await held()).toBe(700_000);
    expect(await change(bidId, { bidGroup: two })).toBe("done");
    expect(await held()).toBe(700_000);
    expect(await change(bidId, { bidGroup: one })).toBe("done");
    expect(await held()).toBe(400_000);
  });

  it("is released with the last of its bids, and the next round has a new hold", async () => {
    const first = await place(300_000, "15:00", one);
    const { kysely } = made.context.database;
    const states = () =>
      kysely
        .selectFrom("account_holds")
        .select(["group_id", "group_round", "amount", "state"])
        .where("user_id", "=", viewer.userId)
        .orderBy("id")
        .execute();
    await change(first.bidId, { bidStatus: bidStatuses.finished });
    expect(await held()).toBe(0);
    await place(200_000, "16:00", one);
    expect(await states()).toEqual([
      { group_id: one, group_round: 1, amount: "300000", state: "released" },
      { group_id: one, group_round: 2, amount: "200000", state: "pending" },
    ]);
  });
});
