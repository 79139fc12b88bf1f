import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { formatYen } from "../../../domain/money";
import { changeBid } from "../../../server/bidding/changeBid";
import { placeBid } from "../../../server/bidding/placeBid";
import {
  findReceipt,
  receiptText,
  writeReceipt,
} from "../../../server/bidding/receipt/writeReceipt";
import { signIn, testApp } from "../../support/app";
import { addClient, addLot, bidOn, noon } from "./support";

const server = await testApp({ now: noon });
const { context, ids } = server;
const { database } = context;
const userId = ids["client1@dealer.seriba.test"] ?? "";
const client = { viewer: await addClient(database), fullName: "Oleg Sidorov" };
client.viewer.userId = userId;

let bidId = "";

beforeAll(async () => {
  const { result } = await placeBid(context, {
    client,
    body: bidOn(await addLot(database)),
    key: null,
  });
  ({ bidId } = result);
});

async function ask(
  who: Parameters<typeof signIn>[1],
  query: Record<string, string>,
  method: "GET" | "HEAD" = "GET",
) {
  const { cookies } = await signIn(server, who);
  return server.call({ method, url: "/api/bid/receipt", query, cookies });
}

describe("the hash of a receipt", () => {
  it("is the SHA-256 of the documented text of the log entry", () => {
    const text = receiptText({
      entryId: "7",
      bidId: "1042",
      userId: "12",
      lotKind: "car",
      lotId: "99",
      amount: 200_000,
      at: new Date(noon),
    });
    expect(text).toBe(
      "seriba-bid-receipt=1;entry=7;bid=1042;client=12;lot=car:99;yen=200000;time=2026-11-20T03:00:00.000Z",
    );
    expect(createHash("sha256").update(text).digest("hex")).toBe(
      "856c1ae9ab42389b2fbb5116d8d5d4ac64ef0bbab0c811c698669cd0649944da",
    );
  });

  it("stays the same when the bid is changed or its lot moves", async () => {
    const before = await findReceipt(database.kysely, { userId, bidId });
    await changeBid(context, {
      actor: client,
      bidId,
      values: { bidAmount: 250_000 },
      key: null,
    });
    await database.kysely
      .updateTable("bids")
      .set({ lot_area: "stats" })
      .where("id", "=", bidId)
      .execute();
    const after = await findReceipt(database.kysely, { userId, bidId });
    expect(before).toMatchObject({ amount: 200_000, lotKind: "car" });
    expect(after).toEqual(before);
  });
});

describe("GET /bid/receipt", () => {
  it.each(["client1@dealer", "dealer", "manager", "admin"] as const)(
    "sends the PDF to %s",
    async (who) => {
      const reply = await ask(who, { bidId, timeZone: "Europe/Moscow" });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["content-type"]).toBe("application/pdf");
      expect(reply.headers["content-disposition"]).toMatch(
        new RegExp(`^attachment; filename="receipt-${bidId}-\\d+\\.pdf"$`),
      );
      expect(reply.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    },
  );

  it.each(["client", "client2@dealer"] as const)(
    "answers %s like for an unknown bid",
    async (who) => {
      const query = { timeZone: "Nowhere/Zone" };
      const foreign = await ask(who, { ...query, bidId });
      const unknown = await ask(who, { ...query, bidId: "999999" });
      expect(foreign.statusCode).toBe(404);
      expect(foreign.json<{ messageCode: string }>().messageCode).toBe(
        unknown.json<{ messageCode: string }>().messageCode,
      );
    },
  );

  it("waits with lists and archives for one of the same eight places", async () => {
    const { exports: slots } = server.app.downloads;
    const others = Array.from({ length: 8 }, (_, index) =>
      slots.take(`other ${index}`),
    );
    const { cookies } = await signIn(server, "dealer");
    const url = "/api/auction/listing/export?format=csv";
    const list = () => server.call({ url, cookies });
    const receipt = () => ask("dealer", { bidId, timeZone: "Asia/Tokyo" });
    expect((await list()).statusCode).toBe(503);
    expect((await receipt()).statusCode).toBe(503);
    for (const release of others) release();
    expect((await list()).statusCode).toBe(200);
    expect((await receipt()).statusCode).toBe(200);
  });

  it("refuses an unknown time zone", async () => {
    const reply = await ask("dealer", { bidId, timeZone: "Nowhere/Zone" });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toHaveProperty("errors.timeZone");
  });

  it("answers HEAD without drawing", async () => {
    const drawing = vi.spyOn(server.app.downloads.exports, "take");
    const reply = await ask("client1@dealer", { bidId }, "HEAD");
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload).toHaveLength(0);
    expect(drawing).not.toHaveBeenCalled();
    await ask("client1@dealer", { bidId });
    expect(drawing).toHaveBeenCalledOnce();
  });

  it("is in the client's language, with Japan time and the reader's time", async () => {
    await database.kysely
      .updateTable("users")
      .set({ language_id: 693 })
      .where("id", "=", userId)
      .execute();
    const entry = await database.kysely
      .selectFrom("bid_log")
      .innerJoin("bids", "bids.id", "bid_log.bid_id")
      .select(["bid_log.id", "bids.lot_id"])
      .where("bid_id", "=", bidId)
      .where("event", "=", "placed")
      .executeTakeFirstOrThrow();
    // As docs/architecture.md describes it.
    const text =
      `seriba-bid-receipt=1;entry=${entry.id};bid=${bidId};client=${userId}` +
      `;lot=car:${entry.lot_id};yen=200000;time=2026-11-20T03:00:00.000Z`;
    const { page } = await writeReceipt(context, {
      viewer: client.viewer,
      bidId,
      timeZone: "Europe/Moscow",
    });
    const values = page.facts.map(({ value }) => value);
    expect(page.title).toBe("Квитанция о ставке");
    expect(page.subtitle).toContain(`${bidId}-${entry.id}`);
    expect(values).toContain(formatYen(200_000));
    expect(values).toContain(createHash("sha256").update(text).digest("hex"));
    expect(values).toContain(text);
    expect(values).toContainEqual(
      expect.stringMatching(/20 ноября 2026.*12:00:00/),
    );
    expect(values).toContainEqual(
      expect.stringMatching(/20 ноября 2026.*06:00:00/),
    );
  });
});
