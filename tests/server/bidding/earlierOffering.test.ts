import { beforeAll, expect, it } from "vitest";
import { lotStatuses } from "../../../domain/lotStatus";
import { countRivals } from "../../../server/bidding/bidLists";
import { onDatabase } from "../../support/database";
import {
  asks,
  auctionDate,
  auctionsOf,
  evening,
  lost,
  open as active,
  won,
} from "./auctions";
import { outcome } from "./changes";
import { contextOf, noon } from "./support";

const { sold, soldNegotiated, notSold, upcoming, unknown } = lotStatuses;
const nextWeek = "2026-11-27T15:00:00+09:00";

onDatabase("a bid on an earlier offering of a lot", (open) => {
  let context: ReturnType<typeof contextOf>["context"];
  let day: ReturnType<typeof auctionsOf>;
  let setNow: (time: string) => void;

  beforeAll(async () => {
    const made = contextOf(await open());
    ({ context, setNow } = made);
    day = auctionsOf(made);
  });

  const offerAgain = (lotId: string) =>
    day.importLot(lotId, { status: upcoming, auctionDate: nextWeek });

  it("is settled by its own result only", async () => {
    const { bidId, lotId } = await day.bid({});
    setNow(evening);
    await day.importLot(lotId, {
      ...{ status: sold, soldPrice: 400_000, winningBid: bidId },
    });
    await day.sweep();
    await offerAgain(lotId);
    await day.sweep();
    const again = await day.bid({ lotId });
    await day.importLot(lotId, {
      ...{ status: sold, soldPrice: 450_000, winningBid: again.bidId },
      auctionDate: nextWeek,
    });
    await day.sweep();
    expect(await day.settled(bidId)).toEqual(won(400_000));
    expect(await day.settled(again.bidId)).toEqual(won(450_000));
  });

  it("is asked about when a late row of its sale day names it", async () => {
    const { bidId, lotId } = await day.bid({});
    setNow(evening);
    await day.importLot(lotId, { status: notSold });
    await day.sweep();
    await offerAgain(lotId);
    const again = await day.bid({ lotId });
    const negotiated = {
      ...{ status: soldNegotiated, soldPrice: 480_000, winningBid: bidId },
      auctionDate,
    };
    await day.importLot(lotId, negotiated);
    await day.sweep();
    expect(await day.settled(bidId)).toEqual({
      ...lost,
      decision: "endedNamed",
    });
    expect(await day.settled(again.bidId)).toEqual(active);
  });

  it("is booked at a price that a late row of its sale day brings, once", async () => {
    const { bidId, lotId } = await day.bid({});
    setNow(evening);
    await day.importLot(lotId, { status: sold, winningBid: bidId });
    await day.sweep();
    await offerAgain(lotId);
    for (const soldPrice of [430_000, 440_000, 440_000]) {
      const late = { status: sold, soldPrice, winningBid: bidId, auctionDate };
      await day.importLot(lotId, late);
      await day.sweep();
    }
    expect(await day.settled(bidId)).toEqual({
      ...won(430_000),
      debts: [430_000, 430_000, 440_000],
    });
    const revoked = { status: unknown, auctionDate };
    for (const word of ["revoked", "revoked"] as const)
      await day.importLot(lotId, revoked, word);
    await day.sweep();
    expect(await day.settled(bidId)).toMatchObject({
      ...{ status: 6, decision: "wonRevoked" },
    });
  });

  it("is asked about when a sale on a later day names it", async () => {
    const { bidId, lotId } = await day.bid({});
    setNow(evening);
    await day.importLot(lotId, { status: notSold });
    await day.sweep();
    await day.importLot(lotId, {
      ...{ status: soldNegotiated, soldPrice: 480_000, winningBid: bidId },
      auctionDate: nextWeek,
    });
    await day.sweep();
    expect(await day.settled(bidId)).toEqual({
      ...lost,
      decision: "endedNamed",
    });
    // The source corrects the day of the sale, and then the buyer.
    await day.importLot(lotId, {
      ...{ status: soldNegotiated, soldPrice: 480_000, winningBid: "9" },
      auctionDate,
    });
    await day.sweep();
    expect(await day.settled(bidId)).toEqual(lost);
  });

  it("is taken back although the client bids on the present one", async () => {
    const { bidId, lotId, viewer } = await day.bid({});
    setNow(evening);
    await day.importLot(lotId, { status: sold, soldPrice: 400_000 });
    await day.sweep();
    expect(await outcome(context, bidId, { bidStatus: 6 })).toBe("done");
    await offerAgain(lotId);
    const present = await day.bid({ lotId, viewer });
    setNow(evening);
    const undo = { isUndo: true };
    expect(await outcome(context, bidId, { bidStatus: 1 }, undo)).toBe("done");
    await day.sweep();
    expect(await day.settled(bidId)).toMatchObject({
      ...{ status: 1, decision: "unnamed", hold: "pending" },
    });
    expect(await day.settled(present.bidId)).toEqual(active);
    expect(await countRivals(context.database.kysely, [bidId])).toEqual(
      new Map(),
    );
    const rival = await day.bid({ lotId });
    const rivals = await countRivals(context.database.kysely, [
      ...[bidId, present.bidId, rival.bidId],
    ]);
    expect(rivals).toEqual(
      new Map([
        [present.bidId, 1],
        [rival.bidId, 1],
      ]),
    );
  });

  it("is not opened beside another open bid of it", async () => {
    const { bidId, lotId, viewer } = await day.bid({});
    await outcome(context, bidId, { bidStatus: 4 });
    const second = await day.bid({ lotId, viewer });
    setNow(evening);
    await day.importLot(lotId, { status: sold, soldPrice: 400_000 });
    await offerAgain(lotId);
    await day.sweep();
    expect(await day.settled(second.bidId)).toEqual(asks("unnamed"));
    setNow(noon);
    const undo = { isUndo: true };
    expect(await outcome(context, bidId, { bidStatus: 1 }, undo)).toBe(
      "bid_exists",
    );
  });
});
