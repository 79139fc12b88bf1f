import { beforeAll, describe, expect, it } from "vitest";
import { bidStatuses } from "../../../domain/bidStatus";
import type { Viewer } from "../../../domain/access";
import { lotStatuses } from "../../../domain/lotStatus";
import type {
  ErrorReply,
  UpdateBidStatusBulkReply,
} from "../../../generated/schemas";
import { changeBid } from "../../../server/bidding/changeBid";
import { placeBid } from "../../../server/bidding/placeBid";
import { readBidLogs } from "../../../server/bidding/readBidLogs";
import type { Database } from "../../../server/platform/database";
import { signIn, testApp, type Account } from "../../support/app";
import { eachDatabase } from "../../support/database";
import { logOf, managerViewer, newBid, outcome, rowOf } from "./changes";
import {
  addClient,
  addLot,
  bidOn,
  contextOf,
  noon,
  type Context,
} from "./support";

eachDatabase("changes of one bid", (open) => {
  let database: Database;
  let context: Context;

  beforeAll(async () => {
    database = await open();
    ({ context } = contextOf(database));
  });

  it("are its history, with the fields that the reader may see", async () => {
    const { bidId, viewer } = await newBid(context);
    await outcome(context, bidId, { bidStatus: 2 });
    await outcome(context, bidId, { bidAmount: 205_000, adjustmentPrice: 9 });
    const read = async (reader: Viewer) => {
      const asked = { viewer: reader, language: "en" as const, bidId };
      return (await readBidLogs(context, asked)).logs;
    };
    expect(await read(managerViewer)).toMatchObject([
      {
        userName: "Emi",
        event: "edited",
        date: noon,
        before: { bidAmount: 200_000, adjustmentPrice: null },
        after: { bidAmount: 205_000, adjustmentPrice: 9 },
      },
      { userName: "Emi", before: { bidStatus: 1 }, after: { bidStatus: 2 } },
      { userName: "Anna", event: "placed", after: { bidAmount: 200_000 } },
    ]);
    const plain = { ...managerViewer, permissions: {} };
    const [newest] = await read(plain);
    expect(newest?.after).toEqual({ bidAmount: 205_000 });
    const stranger = await addClient(context.database);
    await expect(read(stranger)).rejects.toThrow("not_found");
    expect(await read(viewer)).toHaveLength(3);
  });

  it("by two managers at once have one winner; the other gets the present row", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { bidId } = await newBid(context);
      const results = await Promise.allSettled(
        [2, 3, 4, 5].map((bidStatus) =>
          changeBid(context, {
            actor: { viewer: managerViewer, fullName: "Emi" },
            key: null,
            bidId,
            values: { bidStatus },
            version: 1,
          }),
        ),
      );
      const won = results.flatMap((result) =>
        result.status === "fulfilled" ? [result.value] : [],
      );
      expect(won).toHaveLength(1);
      for (const result of results)
        if (result.status === "rejected")
          expect(result.reason).toMatchObject({
            code: "stale_row",
            details: {
              current: { bidStatus: won[0]?.bidStatus, version: 2 },
            },
          });
      expect(await logOf(context, bidId)).toHaveLength(2);
    }
  });

  it("with one key happen once", async () => {
    const { bidId } = await newBid(context);
    const by = { key: "retry-of-one-change" };
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        outcome(context, bidId, { bidStatus: 2 }, by),
      ),
    );
    expect(new Set(results)).toEqual(new Set(["done"]));
    expect(await rowOf(context, bidId)).toMatchObject({ version: 2 });
    expect(await outcome(context, bidId, { bidStatus: 4 }, by)).toBe(
      "key_reused",
    );
  });

  it("log the values before and after with the actor, and get a new change number", async () => {
    const { bidId } = await newBid(context);
    const { seq } = await rowOf(context, bidId);
    await outcome(context, bidId, { bidStatus: 2 });
    await outcome(context, bidId, {
      bidAmount: 250_000,
      exportType: 2,
      bidGroup: 3,
    });
    const row = await rowOf(context, bidId);
    expect(BigInt(row.seq)).toBeGreaterThan(BigInt(seq));
    expect(row).toMatchObject({ version: 3, manager_id: "1" });
    expect((await logOf(context, bidId)).slice(1)).toEqual([
      {
        event: "status",
        actor_name: "Emi",
        before: { bidStatus: 1 },
        after: { bidStatus: 2 },
        bid_status: 2,
        amount: 200_000,
      },
      {
        event: "edited",
        actor_name: "Emi",
        before: {
          bidAmount: 200_000,
          exportType: null,
          bidGroup: null,
        },
        after: {
          bidAmount: 250_000,
          exportType: 2,
          bidGroup: 3,
        },
        bid_status: 2,
        amount: 250_000,
      },
    ]);
  });
});

describe("a change of a bid", () => {
  let context: Context;
  let setNow: ReturnType<typeof contextOf>["setNow"];
  const server = testApp({ now: noon });
  const sessions = new Map<Account, { cookies: Record<string, string> }>();

  beforeAll(async () => {
    ({ context } = await server);
    ({ context, setNow } = contextOf(context.database));
    for (const account of ["client", "dealer", "manager"] as const)
      sessions.set(account, await signIn(await server, account));
  });

  const put = async (account: Account, path: string, payload: object) => {
    const reply = await (
      await server
    ).call({
      method: "PUT",
      url: `/api/bid/${path}`,
      payload,
      ...sessions.get(account),
    });
    return { status: reply.statusCode, body: reply.json<ErrorReply>(), reply };
  };

  it("is refused out of a final status, and allowed again as an undo", async () => {
    const { bidId } = await newBid(context);
    const to = (bidStatus: number, isUndo = false) =>
      outcome(context, bidId, { bidStatus }, { isUndo });
    expect(await to(bidStatuses.cancel)).toBe("done");
    expect(await to(bidStatuses.bid)).toBe("bid_not_editable");
    expect(await to(bidStatuses.bid, true)).toBe("bid_not_editable");
    expect(await to(bidStatuses.new, true)).toBe("done");
    expect(await to(bidStatuses.cancel)).toBe("done");
    expect(await outcome(context, bidId, { bidGroup: 1 })).toBe(
      "bid_not_editable",
    );
    setNow("2026-11-20T13:00:01+09:00");
    expect(await to(bidStatuses.new, true)).toBe("bid_not_editable");
    setNow(noon);
  });

  it("never leads to two active bids on a lot or above the client's credit", async () => {
    const account = { balance: 100_000, creditLimit: 200_000 };
    const { bidId, viewer, carId } = await newBid(context, { account });
    expect(await outcome(context, bidId, { bidAmount: 305_000 })).toBe(
      "insufficient_credit",
    );
    expect(await outcome(context, bidId, { bidAmount: 300_000 })).toBe("done");
    expect(await outcome(context, bidId, { bidStatus: 4 })).toBe("done");
    const place = (lotId: string) =>
      placeBid(context, {
        client: { viewer, fullName: "Anna" },
        body: bidOn(lotId, { amount: 100_000 }),
        key: null,
      });
    const { result } = await place(await addLot(context.database));
    const undo = () =>
      outcome(context, bidId, { bidStatus: 1 }, { isUndo: true });
    expect(await undo()).toBe("insufficient_credit");
    await outcome(context, result.bidId, { bidStatus: 4 });
    await place(carId);
    expect(await undo()).toBe("bid_exists");
  });

  const amounts: [number, string][] = [
    [295_000, "lower_price"],
    [302_500, "incorrect_bid"],
    [305_000, "done"],
  ];
  it.each(amounts)("to %d yen has the outcome %s", async (amount, expected) => {
    const lot = { startPrice: 300_000 };
    const { bidId } = await newBid(context, { amount: 300_000, lot });
    expect(await outcome(context, bidId, { bidAmount: amount })).toBe(expected);
  });

  it("of the amount ends with the auction", async () => {
    const { bidId } = await newBid(context);
    await context.database.kysely
      .updateTable("bids")
      .set({ lot_status: lotStatuses.sold })
      .where("id", "=", bidId)
      .execute();
    expect(await outcome(context, bidId, { bidAmount: 250_000 })).toBe(
      "auction_finished",
    );
    expect(await outcome(context, bidId, { bidGroup: 1 })).toBe("done");
  });

  it("needs the right first, then a valid body, then a known bid", async () => {
    const { bidId } = await newBid(context);
    const paths = {
      "update-bid-status": 400,
      "update-bid-statuses": 403,
      "update-bid-price": 400,
    };
    for (const [path, ofClients] of Object.entries(paths)) {
      for (const account of ["client", "dealer"] as const)
        expect((await put(account, path, { x: 1 })).status).toBe(ofClients);
      expect((await put("manager", path, { x: 1 })).status).toBe(400);
    }
    for (const id of [bidId, "999999"])
      expect(
        await put("client", "update-bid-status", { bidId: id, status: 4 }),
      ).toMatchObject({ status: 404, body: { messageCode: "not_found" } });
    const status = (body: object) => put("manager", "update-bid-status", body);
    expect((await status({ bidId: "999999", status: 2 })).status).toBe(404);
    expect((await status({ bidId, status: 7 })).status).toBe(400);
    expect((await status({ bidId, status: 6 })).body).toMatchObject({
      messageCode: "confirmation_required",
    });
    expect(await status({ bidId, status: 2, version: 1 })).toMatchObject({
      status: 200,
      body: { success: true, bidId, bidStatus: 2, version: 2 },
    });
    expect(await status({ bidId, status: 3, version: 1 })).toMatchObject({
      status: 409,
      body: { current: { bidStatus: 2, version: 2 } },
    });
  });

  it("needs the flag of the call", async () => {
    const { bidId } = await newBid(context);
    const { kysely } = context.database;
    const users = () =>
      kysely
        .updateTable("users")
        .where("email_key", "=", "manager@seriba.test");
    const { permissions } = await kysely
      .selectFrom("users")
      .select("permissions")
      .where("email_key", "=", "manager@seriba.test")
      .executeTakeFirstOrThrow();
    const without = { ...permissions, bidManageStatus: false };
    await users()
      .set({ permissions: JSON.stringify(without) })
      .execute();
    // Sessions are cached for a second.
    (await server).wait(2_000);
    const body = { bidId, status: 2 };
    expect((await put("manager", "update-bid-status", body)).status).toBe(403);
    await users()
      .set({ permissions: JSON.stringify(permissions) })
      .execute();
    (await server).wait(2_000);
  });

  it("of several bids has one result for each and changes the valid ones", async () => {
    const first = await newBid(context);
    const second = await newBid(context);
    await outcome(context, second.bidId, { bidStatus: 4 });
    const { status, reply } = await put("manager", "update-bid-statuses", {
      rows: [
        { bidId: first.bidId, status: 2, version: 1 },
        { bidId: second.bidId, status: 2, version: 1 },
        { bidId: second.bidId, status: 2 },
        { bidId: "999999", status: 2 },
      ],
    });
    expect(status).toBe(200);
    const { results } = reply.json<UpdateBidStatusBulkReply>();
    expect(
      results.map((result) =>
        result.success ? result.version : result.messageCode,
      ),
    ).toEqual([2, "stale_row", "bid_not_editable", "not_found"]);
    expect(results[1]?.current).toMatchObject({ bidStatus: 4, version: 2 });
    expect(results[1]?.changed).toMatchObject({ by: "self" });
    expect(await rowOf(context, first.bidId)).toMatchObject({ bid_status: 2 });
  });

  it("by update-bid-price returns the changed bid", async () => {
    const { bidId } = await newBid(context);
    const reply = await put("manager", "update-bid-price", {
      jasId: bidId,
      amount: 250_000,
      exportType: 1,
      version: 1,
    });
    expect(reply).toMatchObject({
      status: 200,
      body: { bidId, bidAmount: 250_000, exportType: 1, version: 2 },
    });
    const wrong = { jasId: bidId, amount: 250_000, bidGroup: 99 };
    expect(await put("manager", "update-bid-price", wrong)).toMatchObject({
      status: 422,
      body: { errors: { bidGroup: ["Invalid field"] } },
    });
  });
});
