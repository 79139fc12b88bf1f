import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { bidStatuses } from "../../../domain/bidStatus";
import { lotStatuses } from "../../../domain/lotStatus";
import type { CorrectOutcomeBody } from "../../../generated/schemas";
import { correctOutcome } from "../../../server/bidding/correctOutcome";
import { eachDatabase } from "../../support/database";
import { doneOrCode, managerViewer, outcome, rowOf } from "./changes";
import {
  asks,
  auctionDate,
  auctionsOf,
  evening,
  lost,
  open as active,
  won,
} from "./auctions";
import { contextOf } from "./support";

const { sold, soldNegotiated, notSold } = lotStatuses;
const person = { viewer: managerViewer, fullName: "Emi" };
const reason = "The house confirmed it by phone";

eachDatabase("the outcome of a bid of 500,000 yen", (open) => {
  let context: ReturnType<typeof contextOf>["context"];
  let day: ReturnType<typeof auctionsOf>;
  let setNow: (time: string) => void;

  beforeAll(async () => {
    const made = contextOf(await open());
    ({ context, setNow } = made);
    day = auctionsOf(made);
  });

  /** Corrects the outcome of the present version of a bid, and returns the error's code. */
  const correct = async (
    bidId: string,
    values: Partial<CorrectOutcomeBody>,
  ): Promise<string> => {
    const { version } = await rowOf(context, bidId);
    const body = {
      ...{ bidId, version, outcome: "keep" as const, price: null, reason },
    };
    return doneOrCode(
      correctOutcome(context, {
        ...{ person, key: null, body: { ...body, ...values } },
      }),
    );
  };

  /** Places a bid whose lot then gets a result. */
  const bidWith = async (
    result: Record<string, unknown>,
    options: Parameters<typeof day.bid>[0] = {},
  ) => {
    const placed = await day.bid(options);
    setNow(evening);
    await day.importLot(placed.lotId, result);
    await day.sweep();
    return placed;
  };

  /** Imports a result that names a bid, and settles it. */
  const name = async (
    lotId: string,
    winningBid: string,
    fields: Record<string, unknown> = {},
  ) => {
    setNow(evening);
    await day.importLot(lotId, {
      ...{ status: sold, soldPrice: 400_000, winningBid },
      ...fields,
    });
    await day.sweep();
  };

  it("is asked about when an unsold car is sold to it by negotiation, and becomes a win", async () => {
    const { bidId, lotId } = await bidWith({ status: notSold });
    expect(await day.settled(bidId)).toEqual(lost);
    await name(lotId, bidId, { status: soldNegotiated, soldPrice: 480_000 });
    expect(await day.settled(bidId)).toEqual({
      ...lost,
      decision: "endedNamed",
    });
    expect(await correct(bidId, { outcome: "win", price: 480_000 })).toBe(
      "done",
    );
    // The bid had finished, which released its hold.
    expect(await day.settled(bidId)).toEqual({
      ...won(480_000),
      hold: "released",
    });
    const logged = await context.database.kysely
      .selectFrom("bid_log")
      .select(["actor_name", "reason", "bid_status"])
      .where("bid_id", "=", bidId)
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(logged).toEqual({ actor_name: "Emi", reason, bid_status: 6 });
  });

  it("is kept by a manager until the result is newer", async () => {
    const { bidId, lotId } = await bidWith({ status: notSold });
    await name(lotId, bidId);
    expect(await correct(bidId, { outcome: "keep" })).toBe("done");
    expect(await day.settled(bidId)).toEqual(lost);
    await day.sweep();
    expect(await day.settled(bidId)).toEqual(lost);
    await name(lotId, bidId, { soldPrice: 410_000 });
    expect(await day.settled(bidId)).toEqual({
      ...lost,
      decision: "endedNamed",
    });
  });

  it.each([
    [bidStatuses.finished, { soldPrice: 400_000, status: sold }, "endedNamed"],
    [bidStatuses.win, { status: notSold }, "wonRevoked"],
  ])(
    "is asked about if a manager sets the status %i while a result arrives that contradicts it",
    async (bidStatus, result, decision) => {
      const { bidId, lotId } = await day.bid({});
      setNow(evening);
      const winningBid = result.status === sold ? bidId : null;
      await day.importLot(lotId, { ...result, winningBid });
      expect(await outcome(context, bidId, { bidStatus }, { version: 1 })).toBe(
        "done",
      );
      await day.sweep();
      expect(await day.settled(bidId)).toMatchObject({
        ...{ status: bidStatus, decision },
      });
    },
  );

  it("follows a corrected price within the maximum, and asks above it", async () => {
    const { bidId, lotId } = await day.bid({});
    await name(lotId, bidId);
    await name(lotId, bidId, { soldPrice: 450_000 });
    expect(await day.settled(bidId)).toMatchObject({
      status: 6,
      decision: null,
      debts: [400_000, 400_000, 450_000],
    });
    await name(lotId, bidId, { soldPrice: 520_000 });
    const waiting = {
      status: 6,
      decision: "wonAbove",
      debts: [400_000, 400_000, 450_000],
    };
    expect(await day.settled(bidId)).toMatchObject(waiting);
    expect(await correct(bidId, { outcome: "win", price: 520_000 })).toBe(
      "done",
    );
    expect(await day.settled(bidId)).toMatchObject({
      decision: null,
      debts: [400_000, 400_000, 450_000, 450_000, 520_000],
    });
    await name(lotId, bidId, { soldPrice: 520_000, equip: "AC" });
    expect(await day.settled(bidId)).toMatchObject({ decision: null });
  });

  it("follows the present result once a recorded price is removed", async () => {
    const { bidId, lotId } = await day.bid({});
    await name(lotId, bidId);
    expect(await outcome(context, bidId, { soldPrice: 420_000 })).toBe("done");
    await name(lotId, bidId, { soldPrice: 450_000 });
    expect(await day.settled(bidId)).toMatchObject({
      decision: "recordedPrice",
    });
    expect(await outcome(context, bidId, { soldPrice: null })).toBe("done");
    expect(await day.settled(bidId)).toMatchObject({
      decision: null,
      debts: [400_000, 400_000, 420_000, 420_000, 450_000],
    });
  });

  it("is asked about again once a price that was recorded above its maximum is removed", async () => {
    const { bidId, lotId } = await day.bid({});
    await name(lotId, bidId);
    await name(lotId, bidId, { soldPrice: 520_000 });
    const record = (soldPrice: number | null) =>
      outcome(context, bidId, { soldPrice }, { isConfirmed: true });
    expect(await record(520_000)).toBe("done");
    expect(await day.settled(bidId)).toMatchObject({ decision: null });
    expect(await record(null)).toBe("done");
    expect(await day.settled(bidId)).toMatchObject({
      decision: "wonAbove",
      debts: [400_000, 400_000, 520_000, 520_000, 400_000],
    });
  });

  it("keeps an accepted price above the maximum when its end is undone", async () => {
    const { bidId, lotId } = await day.bid({});
    await name(lotId, bidId, { soldPrice: 520_000 });
    const win = { outcome: "win" as const, price: 520_000 };
    expect(await correct(bidId, win)).toBe("done");
    expect(await outcome(context, bidId, { bidStatus: 5 })).toBe("done");
    const undo = { isUndo: true };
    expect(await outcome(context, bidId, { bidStatus: 6 }, undo)).toBe("done");
    await day.sweep();
    expect(await day.settled(bidId)).toMatchObject({
      ...{ status: 6, decision: null, debts: [520_000, 520_000, 520_000] },
    });
  });

  it.each([
    ["wonAbove", { soldPrice: 520_000 }],
    ["wonRevoked", { status: notSold, soldPrice: null, winningBid: null }],
  ])(
    "is asked about again (%s) when the end of a doubtful win is undone",
    async (decision, result) => {
      const { bidId, lotId } = await day.bid({});
      await name(lotId, bidId);
      await name(lotId, bidId, result);
      expect(await day.settled(bidId)).toEqual({ ...won(400_000), decision });
      expect(await outcome(context, bidId, { bidStatus: 5 })).toBe("done");
      const undo = { isUndo: true };
      expect(await outcome(context, bidId, { bidStatus: 6 }, undo)).toBe(
        "done",
      );
      await day.sweep();
      expect(await day.settled(bidId)).toMatchObject({
        ...{ status: bidStatuses.win, decision, hold: "pending" },
      });
    },
  );

  it("books the price of a car again on the day on which its win is restored", async () => {
    const { bidId, lotId } = await day.bid({});
    await name(lotId, bidId);
    setNow("2026-12-02T12:00:00+09:00");
    expect(await correct(bidId, { outcome: "finish" })).toBe("done");
    expect(await correct(bidId, { outcome: "win", price: 400_000 })).toBe(
      "done",
    );
    const days = await context.database.kysely
      .selectFrom("ledger_transfers")
      .select("value_day")
      .where("bid_id", "=", bidId)
      .orderBy("id")
      .execute();
    expect(days.map(({ value_day }) => value_day)).toEqual([
      ...["2026-11-20", "2026-12-02", "2026-12-02"],
    ]);
  });

  it("asks before a win is taken back by an unsold lot", async () => {
    const { bidId, lotId } = await day.bid({});
    await name(lotId, bidId);
    await day.importLot(lotId, { status: notSold });
    await day.sweep();
    expect(await day.settled(bidId)).toEqual({
      ...won(400_000),
      decision: "wonRevoked",
    });
    expect(await correct(bidId, { outcome: "finish" })).toBe("done");
    expect(await day.settled(bidId)).toMatchObject({
      ...{ status: 5, decision: null, hold: "posted" },
      debts: [400_000, 400_000],
    });
  });

  it("keeps a win whose purchase is in progress, unless a reason is given", async () => {
    const { bidId, lotId } = await day.bid({});
    await name(lotId, bidId);
    for (const track of [{ carState: "sailed" }, { ending: "resold" }]) {
      await context.database.kysely
        .updateTable("records")
        .set({ data: sql`data || ${JSON.stringify(track)}::jsonb` })
        .where("row_schema", "=", "purchase")
        .where(sql`data ->> 'bidId'`, "=", bidId)
        .execute();
      expect(await outcome(context, bidId, { bidStatus: 5 })).toBe(
        "purchase_advanced",
      );
    }
    expect(await day.settled(bidId)).toEqual(won(400_000));
    expect(await correct(bidId, { outcome: "finish" })).toBe("done");
  });

  it("goes from one client to another in one step, the loser first", async () => {
    const first = await day.bid({});
    const second = await day.bid({ lotId: first.lotId });
    await name(first.lotId, first.bidId);
    expect(await day.settled(second.bidId)).toEqual(lost);
    await name(first.lotId, second.bidId);
    expect(await day.settled(first.bidId)).toEqual({
      ...won(400_000),
      decision: "wonOther",
    });
    const win = { outcome: "win" as const, price: 400_000 };
    expect(await correct(second.bidId, win)).toBe("lot_won");
    const taken = { ...win, takenFrom: first.bidId };
    expect(await correct(second.bidId, { ...taken, takenFromVersion: 1 })).toBe(
      "stale_row",
    );
    const { version: takenFromVersion } = await rowOf(context, first.bidId);
    expect(await correct(second.bidId, { ...taken, takenFromVersion })).toBe(
      "done",
    );
    expect(await day.settled(first.bidId)).toMatchObject({
      ...{ status: 5, decision: null, hold: "posted" },
    });
    expect(await day.settled(second.bidId)).toEqual({
      ...won(400_000),
      hold: "released",
    });
  });

  it("takes no win from another client unless it gets the win itself", async () => {
    const first = await day.bid({});
    const second = await day.bid({ lotId: first.lotId });
    await name(first.lotId, first.bidId);
    const { version: takenFromVersion } = await rowOf(context, first.bidId);
    const taken = { takenFrom: first.bidId, takenFromVersion };
    for (const outcome of ["keep", "finish"] as const)
      expect(await correct(second.bidId, { outcome, ...taken })).toBe(
        "invalid_choice",
      );
    expect(await day.settled(first.bidId)).toEqual(won(400_000));
  });

  it("can be corrected although the lot never gets a result", async () => {
    const { bidId } = await day.bid({});
    setNow(evening);
    await day.sweep();
    expect(await outcome(context, bidId, { bidStatus: 5 })).toBe("done");
    expect(await correct(bidId, { outcome: "win", price: 400_000 })).toBe(
      "done",
    );
    expect(await day.settled(bidId)).toEqual({
      ...won(400_000),
      hold: "released",
    });
  });

  it("is a win of one client only, also when two managers decide at once", async () => {
    const first = await day.bid({});
    const second = await day.bid({ lotId: first.lotId });
    setNow(evening);
    await day.importLot(first.lotId, { status: sold, soldPrice: 400_000 });
    await day.sweep();
    for (const { bidId } of [first, second])
      expect(await day.settled(bidId)).toEqual(asks("unnamed"));
    const results = await Promise.all(
      [first, second].map(({ bidId }) =>
        outcome(context, bidId, { bidStatus: 6 }),
      ),
    );
    expect(results.toSorted()).toEqual(["done", "lot_won"]);
    await day.sweep();
    const states = await Promise.all(
      [first, second].map(({ bidId }) => day.settled(bidId)),
    );
    expect(states).toEqual(
      results.map((result) =>
        result === "done" ? won(400_000) : asks("otherWinner"),
      ),
    );
  });

  it("cannot be corrected while the rules of open bids decide", async () => {
    const { bidId } = await day.bid({});
    expect(await correct(bidId, { outcome: "win", price: 400_000 })).toBe(
      "bid_not_editable",
    );
    await outcome(context, bidId, { bidStatus: 4 });
    expect(await correct(bidId, { outcome: "win", price: 400_000 })).toBe(
      "bid_not_editable",
    );
  });

  it("can be corrected from the time of the auction, before the lot turns ongoing", async () => {
    const { bidId } = await day.bid({});
    setNow(auctionDate);
    expect(await correct(bidId, { outcome: "win", price: 400_000 })).toBe(
      "done",
    );
    expect(await day.settled(bidId)).toEqual(won(400_000));
  });

  it("needs a price for a win, and two bids on one car", async () => {
    const { bidId } = await bidWith({ status: sold, soldPrice: 400_000 });
    expect(await correct(bidId, { outcome: "win" })).toBe("required_field");
    for (const outcome of ["finish", "keep"] as const)
      expect(await correct(bidId, { outcome, price: 400_000 })).toBe(
        "invalid_choice",
      );
    const { bidId: takenFrom } = await bidWith({ status: notSold });
    const win = { outcome: "win" as const, price: 400_000, takenFrom };
    expect(await correct(bidId, { ...win, takenFromVersion: 2 })).toBe(
      "invalid_choice",
    );
    expect(await correct(bidId, { outcome: "keep" })).toBe("bid_not_editable");
    expect(await day.settled(bidId)).toEqual({ ...active, ...asks("unnamed") });
  });
});
