import { afterAll, describe, expect, it } from "vitest";
import { userLevels, type Viewer } from "../../../domain/access";
import { bidStatuses } from "../../../domain/bidStatus";
import { lotStatuses } from "../../../domain/lotStatus";
import { testDatabase } from "../../support/database";
import { asks, auctionsOf, evening, lost } from "./auctions";
import { outcome, rowOf } from "./changes";
import { addClient, contextOf } from "./support";

const database = await testDatabase();
afterAll(() => database.close());
const { context, setNow } = contextOf(database);
const { sweep, bid, importLot, settled } = auctionsOf({ context, setNow });

/** Adds a client whose level is "troublesome". */
async function addTroublesome() {
  const viewer = await addClient(database);
  await database.kysely
    .updateTable("users")
    .set({ user_level: userLevels.troublesome })
    .where("id", "=", viewer.userId)
    .execute();
  return { ...viewer, userLevel: userLevels.troublesome };
}

const statusOf = async (bidId: string) =>
  (await rowOf(context, bidId)).bid_status;
const confirm = (bidId: string) =>
  outcome(context, bidId, { bidStatus: bidStatuses.bid });
const sold = { status: lotStatuses.sold, soldPrice: 400_000 };

describe("a bid of a troublesome client", () => {
  it("finishes at a result within its maximum unless a manager has confirmed it", async () => {
    const viewer = await addTroublesome();
    const unconfirmed = await bid({ viewer });
    const confirmed = await bid({ viewer });
    expect(await confirm(confirmed.bidId)).toBe("done");
    setNow(evening);
    await importLot(unconfirmed.lotId, sold);
    await importLot(confirmed.lotId, sold);
    await sweep();
    expect(await settled(unconfirmed.bidId)).toEqual(lost);
    expect(await settled(confirmed.bidId)).toEqual({
      ...asks("unnamed"),
      status: bidStatuses.bid,
    });
  });

  it("waits for a confirmation again when the client raises it, and not when it is lowered", async () => {
    const viewer = await addTroublesome();
    const { bidId } = await bid({ viewer });
    await confirm(bidId);
    const actor = { viewer, fullName: "Anna" };
    const amount = (bidAmount: number) =>
      outcome(context, bidId, { bidAmount }, { actor });
    expect(await amount(450_000)).toBe("done");
    expect(await statusOf(bidId)).toBe(bidStatuses.bid);
    expect(await amount(600_000)).toBe("done");
    expect(await statusOf(bidId)).toBe(bidStatuses.new);
  });

  it("stays confirmed when a manager raises it", async () => {
    const viewer = await addTroublesome();
    const { bidId } = await bid({ viewer });
    await confirm(bidId);
    expect(await outcome(context, bidId, { bidAmount: 600_000 })).toBe("done");
    expect(await statusOf(bidId)).toBe(bidStatuses.bid);
  });
});

describe("a client whose level changes", () => {
  const setLevel = ({ userId }: { userId: string }, user_level: number) =>
    database.kysely
      .updateTable("users")
      .set({ user_level })
      .where("id", "=", userId)
      .execute();
  const raise = (bidId: string, viewer: Viewer) =>
    outcome(
      context,
      bidId,
      { bidAmount: 600_000 },
      { actor: { viewer, fullName: "Anna" } },
    );

  it("needs a confirmation to raise a confirmed bid once troublesome", async () => {
    const viewer = await addClient(database);
    const { bidId, lotId } = await bid({ viewer });
    await confirm(bidId);
    await setLevel(viewer, userLevels.troublesome);
    expect(await raise(bidId, viewer)).toBe("done");
    expect(await statusOf(bidId)).toBe(bidStatuses.new);
    setNow(evening);
    await importLot(lotId, sold);
    await sweep();
    expect(await settled(bidId)).toEqual(lost);
  });

  it("needs a confirmation to raise a bid that a manager has placed", async () => {
    const viewer = await addTroublesome();
    const { bidId, lotId } = await bid({ viewer });
    await database.kysely
      .updateTable("bids")
      .set({ needs_confirmation: false })
      .where("id", "=", bidId)
      .execute();
    expect(await raise(bidId, viewer)).toBe("done");
    setNow(evening);
    await importLot(lotId, sold);
    await sweep();
    expect(await settled(bidId)).toEqual(lost);
  });

  it("needs none for open bids and for raises once no longer troublesome", async () => {
    const viewer = await addTroublesome();
    const still = await bid({ viewer });
    const raised = await bid({ viewer });
    await setLevel(viewer, userLevels.client);
    expect(await raise(raised.bidId, viewer)).toBe("done");
    expect((await rowOf(context, raised.bidId)).needs_confirmation).toBe(false);
    setNow(evening);
    for (const { lotId } of [still, raised]) await importLot(lotId, sold);
    await sweep();
    expect(await settled(still.bidId)).toEqual(asks("unnamed"));
    expect(await settled(raised.bidId)).toEqual(asks("unnamed"));
  });
});

describe("a bid of a standard client", () => {
  it("needs no confirmation", async () => {
    const { bidId, lotId } = await bid({});
    setNow(evening);
    await importLot(lotId, sold);
    await sweep();
    expect(await settled(bidId)).toEqual(asks("unnamed"));
  });
});
