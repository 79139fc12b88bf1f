import { beforeEach, describe, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import { languages } from "../../../domain/limits";
import {
  bidMailJob,
  noteChange,
} from "../../../server/bidding/mails/queueBidMail";
import { changeBid } from "../../../server/bidding/changeBid";
import { markRead } from "../../../server/bidding/chat/readChat";
import { sendMessage } from "../../../server/bidding/chat/sendMessage";
import { insertLogEntries } from "../../../server/bidding/bidQueries";
import { lockUser } from "../../../server/identity";
import { findReceipt } from "../../../server/bidding/receipt/findReceipt";
import { settleBids } from "../../../server/bidding/settlement/settleBids";
import { placeBid } from "../../../server/bidding/placeBid";
import { testDatabase } from "../../support/database";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";
import { composedMails } from "./mails";
import { addClient, addLot, bidOn, contextOf, noon } from "./support";

const database = await testDatabase();
const { kysely } = database;
const { context, setNow } = contextOf(database);
const after = (minutes: number) =>
  new Date(new Date(noon).getTime() + minutes * 60_000);

let client: Viewer;
let manager: { viewer: Viewer; fullName: string };

beforeEach(async () => {
  setNow(noon);
  await kysely.deleteFrom("bid_news").execute();
  await kysely.deleteFrom("outbox").execute();
  client = await addClient(database);
  const viewer = await addClient(database);
  manager = {
    fullName: "Emi",
    viewer: {
      ...viewer,
      userType: 3,
      permissions: { bidManageStatus: true, bidManageBidPrice: true },
    },
  };
  await kysely
    .updateTable("users")
    .set({ user_type: 3 })
    .where("id", "=", viewer.userId)
    .execute();
  await kysely
    .updateTable("users")
    .set({ manager_id: viewer.userId })
    .where("id", "=", client.userId)
    .execute();
});

const place = async () => {
  const { result } = await placeBid(context, {
    client: { viewer: client, fullName: "Anna" },
    body: bidOn(await addLot(database)),
    key: null,
  });
  return result.bidId;
};
const setStatus = (bidId: string, bidStatus: number, more = {}) =>
  changeBid(context, {
    actor: manager,
    bidId,
    values: { bidStatus, ...more },
    isConfirmed: true,
    key: null,
  });
const run = () => bidMailJob(context).run(new AbortController().signal);

const mails = () => composedMails(context);

describe("mails about bids", () => {
  it("are one for all that happened within minutes", async () => {
    const first = await place();
    await place();
    setNow(after(2));
    await setStatus(first, 2);
    expect(await run()).toBe(0);
    setNow(after(5));
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    const [{ userId, mail } = { userId: "", mail: null }] = await mails();
    expect(userId).toBe(client.userId);
    expect(mail?.subject).toBe("News about 2 bids");
    expect(mail?.text).toContain("Accepted with a maximum of ¥200,000");
    const receipt = await findReceipt(kysely, { userId, bidId: first });
    expect(mail?.text).toContain(`Receipt ${receipt?.number}`);
    expect(mail?.text).toMatch(
      new RegExp(
        `Signed text: seriba-bid-receipt=2;entry=${receipt?.entryId};bid=${first};\\S+`,
      ),
    );
    expect(mail?.text).toMatch(/Signature: [\w-]{86}\s/);
    expect(mail?.text).toContain("/receipts/verify");
    expect(mail?.text).toContain("Status: Under review → Bid");
  });

  it("say that a car is won", async () => {
    const bidId = await place();
    setNow(after(5));
    await run();
    await setStatus(bidId, 2);
    await setStatus(bidId, 6, { soldPrice: 150_000 });
    setNow(after(10));
    expect(await run()).toBe(1);
    const won = (await mails())[1]?.mail;
    expect(won?.subject).toBe("You won: TOYOTA AQUA");
    expect(won?.text).toContain("Won for ¥150,000");
    expect(won?.text).toMatch(/\/purchased-cars\/\d+/);
  });

  it("do not congratulate on a win that was taken back before they are sent", async () => {
    const bidId = await place();
    setNow(after(5));
    await run();
    await setStatus(bidId, 6, { soldPrice: 150_000 });
    await setStatus(bidId, 2);
    setNow(after(10));
    await run();
    const mail = (await mails())[1]?.mail;
    expect(mail?.subject).toBe("News about your bid: TOYOTA AQUA");
    expect(mail?.text).toContain("Status: Win → Bid");
  });

  it("do not name the price of a lot that was sold above the maximum", async () => {
    const bidId = await place();
    await kysely
      .updateTable("bids")
      .set({ lot_status: 4533, sold_price: 900_000 })
      .where("id", "=", bidId)
      .execute();
    await changeBid(context, {
      actor: manager,
      bidId,
      values: { bidStatus: 6 },
      isConfirmed: true,
      confirmedPrice: 900_000,
      key: null,
    });
    setNow(after(5));
    await run();
    const text = (await mails())[0]?.mail?.text;
    expect(text).toContain("Won. The price follows.");
    expect(text).not.toContain("900,000");
  });

  it("do not tell of a result about which a manager is asked", async () => {
    const bidId = await place();
    await kysely
      .updateTable("bids")
      .set({ lot_status: 4533, sold_price: 150_000, result_revision: 1 })
      .where("id", "=", bidId)
      .execute();
    await settleBids(context);
    setNow(after(5));
    await run();
    const text = (await mails())[0]?.mail?.text;
    expect(text).toContain("Accepted with a maximum of ¥200,000");
    expect(text).not.toContain("150,000");
  });

  it("group thousands as their language does", async () => {
    await kysely
      .updateTable("users")
      .set({ language_id: languages.ru })
      .where("id", "=", client.userId)
      .execute();
    await place();
    setNow(after(5));
    await run();
    expect((await mails())[0]?.mail?.text).toContain(
      "Принята с максимумом ¥200\u00a0000",
    );
  });

  it("do not tell of own changes and of fields that the client may not see", async () => {
    const bidId = await place();
    setNow(after(5));
    await run();
    await changeBid(context, {
      actor: { viewer: client, fullName: "Anna" },
      bidId,
      values: { bidAmount: 250_000 },
      key: null,
    });
    await changeBid(context, {
      actor: manager,
      bidId,
      values: { autoBid: true },
      key: null,
    });
    setNow(after(10));
    await run();
    const [, second] = await mails();
    expect(second?.mail).toBeNull();
  });

  it("are not sent to people who do not want them", async () => {
    await place();
    await kysely
      .updateTable("users")
      .set({ bid_email_notify: false })
      .where("id", "=", client.userId)
      .execute();
    setNow(after(5));
    expect(await run()).toBe(0);
    expect(await mails()).toEqual([]);
  });

  it.each(["client", "agent"] as const)(
    "tell the other side of a message of the %s that stays unread for an hour",
    async (side) => {
      const bidId = await place();
      setNow(after(5));
      await run();
      const author =
        side === "agent" ? manager : { viewer: client, fullName: "Anna" };
      const comment = "<b>Please</b> check";
      await sendMessage(context, { author, bidId, comment, key: null });
      setNow(after(64));
      expect(await run()).toBe(0);
      setNow(after(65));
      expect(await run()).toBe(1);
      const told = (await mails())[1];
      expect(told?.userId).toBe(
        side === "agent" ? client.userId : manager.viewer.userId,
      );
      // Clients do not learn the names of managers.
      expect(told?.mail?.text).toContain(
        side === "agent"
          ? "Company manager: “<b>Please</b> check”"
          : "Anna: “<b>Please</b> check”",
      );
      expect(told?.mail?.text).not.toContain("Emi:");
      expect(told?.mail?.html).not.toContain("<b>");
    },
  );

  it("show thirty bids with unread messages and count the others", async () => {
    const bidIds = [];
    for (let bids = 0; bids < 33; bids += 1) bidIds.push(await place());
    for (const bidId of bidIds)
      await sendMessage(context, {
        author: { viewer: client, fullName: "Anna" },
        bidId,
        comment: "Is the bid placed?",
        key: null,
      });
    setNow(after(60));
    await run();
    const [read = ""] = bidIds;
    await markRead(context, {
      viewer: manager.viewer,
      bidId: read,
      upTo: undefined,
    });
    const sent = await mails();
    const told = sent.find(({ userId }) => userId === manager.viewer.userId);
    expect(told?.mail?.subject).toBe("News about 32 bids");
    expect(told?.mail?.text.match(/Is the bid placed/g)).toHaveLength(30);
    expect(told?.mail?.text).toContain("And 2 more bids.");
  });

  it("do not tell of a message that was read in time", async () => {
    const bidId = await place();
    setNow(after(5));
    await run();
    const comment = "Please check";
    await sendMessage(context, { author: manager, bidId, comment, key: null });
    await markRead(context, { viewer: client, bidId, upTo: undefined });
    setNow(after(70));
    expect(await run()).toBe(0);
  });

  it("do not repeat a change that is made before the mail is sent", async () => {
    const bidId = await place();
    setNow(after(5));
    await run();
    setNow(after(6));
    await setStatus(bidId, 2);
    setNow(after(11));
    await run();
    const texts = (await mails()).map(({ mail }) => mail?.text ?? "");
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain("Accepted with a maximum");
    expect(texts[0]).not.toContain("Status:");
    expect(texts[1]).toContain("Status: Under review → Bid");
    expect(texts[1]).not.toContain("Accepted with a maximum");
  });

  it("do not repeat a change that is followed by a change with an earlier time", async () => {
    const bidId = await place();
    setNow(after(5));
    await run();
    setNow(after(7));
    await setStatus(bidId, 2);
    setNow(after(12));
    await run();
    // The time of a change is taken before its locks.
    setNow(after(6));
    await changeBid(context, {
      actor: manager,
      bidId,
      values: { bidAmount: 210_000 },
      key: null,
    });
    setNow(after(17));
    await run();
    const texts = (await mails()).map(({ mail }) => mail?.text ?? "");
    expect(texts[1]).toContain("Status: Under review → Bid");
    expect(texts[2]).toContain("210,000");
    expect(texts[2]).not.toContain("Status:");
  });

  it("do not repeat a message that is sent before the mail of an earlier one", async () => {
    const bidId = await place();
    setNow(after(5));
    await run();
    const send = (comment: string) =>
      sendMessage(context, { author: manager, bidId, comment, key: null });
    await send("First message");
    setNow(after(65));
    await run();
    await send("Second message");
    setNow(after(125));
    await run();
    const [, first = "", second = ""] = (await mails()).map(
      ({ mail }) => mail?.text ?? "",
    );
    expect(first).toContain("First message");
    expect(first).not.toContain("Second message");
    expect(second).toContain("Second message");
    expect(second).not.toContain("First message");
  });

  it.skipIf(!hasPostgres)(
    "are queued for others while the row of a recipient with much news is locked",
    async () => {
      for (let bids = 0; bids < 21; bids += 1) await place();
      const other = await addClient(database);
      setNow(after(1));
      await placeBid(context, {
        client: { viewer: other, fullName: "Ben" },
        body: bidOn(await addLot(database)),
        key: null,
      });
      setNow(after(6));
      const edit = await kysely.startTransaction().execute();
      await lockUser(edit, client.userId);
      expect(await run()).toBe(1);
      await edit.rollback().execute();
      expect(await run()).toBe(1);
      expect((await mails()).map(({ userId }) => userId)).toEqual([
        other.userId,
        client.userId,
      ]);
    },
  );

  it.skipIf(!hasPostgres)(
    "have the change of a transaction that ends after the mail is due",
    async () => {
      const bidId = await place();
      setNow(after(5));
      const { userId } = client;
      const change = await kysely.startTransaction().execute();
      const values = { user_id: userId, bid_id: bidId, at: after(5) };
      await insertLogEntries(change, [
        {
          ...values,
          actor_id: null,
          actor_name: "System",
          actor_type: 991,
          event: "status",
          before: JSON.stringify({ bidStatus: 1 }),
          after: JSON.stringify({ bidStatus: 2 }),
        },
      ]);
      await noteChange(change, { userId, bidId, at: after(5) });
      const running = run();
      await untilBlocked(database);
      await change.commit().execute();
      expect(await running).toBe(1);
      const [first] = await mails();
      expect(first?.mail?.text).toContain("Status: Under review → Bid");
    },
  );

  it("are each queued once by two servers", async () => {
    await place();
    setNow(after(5));
    const [one, two] = await Promise.all([run(), run()]);
    expect(one + two).toBe(1);
  });
});
