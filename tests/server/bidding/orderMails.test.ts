import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import { bidMailJob } from "../../../server/bidding/mails/queueBidMail";
import { placeBid } from "../../../server/bidding/placeBid";
import { writeLots } from "../../../server/catalog";
import { onDatabase } from "../../support/database";
import { managerViewer, outcome } from "./changes";
import { composedMails } from "./mails";
import {
  addClient,
  addLot,
  bidOn,
  contextOf,
  lotOf,
  noon,
  type Context,
} from "./support";

onDatabase("mails about orders at a fixed price", (open) => {
  let context: Context;
  let setNow: (time: Date) => void;
  let viewer: Viewer;
  let minutes = 0;
  let cars = 0;

  beforeAll(async () => {
    ({ context, setNow } = contextOf(await open()));
  });

  beforeEach(async () => {
    const { database } = context;
    await database.kysely.deleteFrom("bid_news").execute();
    await database.kysely.deleteFrom("outbox").execute();
    viewer = await addClient(database, {}, { onepriceView: true });
  });

  const place = (carId: string, more: Partial<ReturnType<typeof bidOn>> = {}) =>
    placeBid(context, {
      client: { viewer, fullName: "Anna" },
      body: bidOn(carId, more),
      key: null,
    });

  /** Orders a new car, and returns the id of the order. */
  const order = async () => {
    const { kysely } = context.database;
    cars += 1;
    const source = `ordered ${cars}`;
    await kysely
      .transaction()
      .execute((trx) =>
        writeLots(trx, "stock", [lotOf(source, { startPrice: 1_234_000 })]),
      );
    const { id } = await kysely
      .selectFrom("lots")
      .select("id")
      .where("source_id", "=", source)
      .executeTakeFirstOrThrow();
    const { result } = await place(id, {
      ...{ amount: 1_234_000, lotType: "stock" },
    });
    return result.bidId;
  };

  /** Sends the news so far and returns the newest mail. */
  const newestMail = async () => {
    minutes += 5;
    setNow(new Date(new Date(noon).getTime() + minutes * 60_000));
    await bidMailJob(context).run(new AbortController().signal);
    return (await composedMails(context)).at(-1)?.mail;
  };

  /** The signed text of a receipt and addresses contain the word too. */
  const wordsOf = (text = "") =>
    text.replaceAll(/seriba-bid-receipt=\S+|http\S+/g, "");

  it("call them orders, when they are placed and when they are confirmed", async () => {
    const bidId = await order();
    const placed = await newestMail();
    expect(placed?.subject).toBe("News about your order: TOYOTA AQUA");
    expect(placed?.text).toContain("This has happened to your orders:");
    expect(placed?.text).toContain("Ordered for ¥1,234,000");
    expect(wordsOf(placed?.text)).not.toMatch(/\bbids?\b|maximum/i);
    // The program sends no mail to the person who made the change.
    const { userId } = await addClient(context.database);
    const actor = { viewer: { ...managerViewer, userId }, fullName: "Emi" };
    const confirming = outcome(context, bidId, { bidStatus: 6 }, { actor });
    expect(await confirming).toBe("done");
    const confirmed = await newestMail();
    expect(confirmed?.subject).toBe("Your order is confirmed: TOYOTA AQUA");
    expect(confirmed?.text).toContain("Confirmed for ¥1,234,000");
    expect(wordsOf(confirmed?.text)).not.toMatch(/\bbids?\b|\bwon\b/i);
  });

  it("name both kinds if they are about both", async () => {
    await order();
    await place(await addLot(context.database), { amount: 200_000 });
    const mail = await newestMail();
    expect(mail?.subject).toBe("News about 2 bids and orders");
    expect(mail?.text).toContain("This has happened to your bids and orders:");
    expect(mail?.text).toContain("Ordered for ¥1,234,000");
    expect(mail?.text).toContain("Accepted with a maximum of ¥200,000");
  });
});
