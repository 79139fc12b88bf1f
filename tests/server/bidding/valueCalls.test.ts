import { beforeAll, describe, expect, it } from "vitest";
import { lotStatuses } from "../../../domain/lotStatus";
import { writeLots } from "../../../server/catalog";
import { lotPorts } from "../../../server/bidding";
import type { BidListReply } from "../../../generated/schemas";
import { signIn, testApp, type Account } from "../../support/app";
import { logOf, newBid, outcome, rowOf } from "./changes";
import { lotOf, noon } from "./support";

const server = await testApp({ now: noon });
const { context } = server;
const { database } = context;
const sessions = new Map<Account, { cookies: Record<string, string> }>();

const put = async (
  account: Account,
  path: string,
  payload: object,
  key?: string,
) => {
  const reply = await server.call({
    method: "PUT",
    url: `/api/bid/${path}`,
    payload,
    ...(key ? { headers: { "idempotency-key": key } } : {}),
    ...sessions.get(account),
  });
  return { status: reply.statusCode, body: reply.json<object>() };
};

/** Returns the sold price that the list shows, and whether a manager recorded it. */
const listedSoldPrice = async (lotNo: string) => {
  const reply = await server.call({
    url: `/api/bid/index?lotNo=${lotNo}`,
    ...sessions.get("manager"),
  });
  const [row] = reply.json<BidListReply>().cars;
  return [row?.soldPrice, row?.isPriceRecorded];
};

const importResult = (lotNo: string, sourceId: string, soldPrice: number) =>
  database.kysely
    .transaction()
    .execute((trx) =>
      writeLots(
        trx,
        "auction",
        [lotOf(sourceId, { lotNo, status: lotStatuses.sold, soldPrice })],
        { ports: lotPorts },
      ),
    );

beforeAll(async () => {
  for (const account of ["client", "dealer", "manager", "admin"] as const)
    sessions.set(account, await signIn(server, account));
});

describe("a manager's value of a bid", () => {
  const calls = [
    ["update-sold-price", "soldPrice", 350_000],
    ["update-auto-bid", "autoBid", true],
    ["update-adjustment-price", "adjustmentPrice", 20_000],
  ] as const;

  it.each(calls)(
    "is set by %s, once for each key",
    async (path, name, value) => {
      const { bidId } = await newBid(context);
      // The auction of the lot is still to come.
      const confirmed = name === "soldPrice" ? { confirm: 1 } : {};
      const body = { bidId, [name]: value, ...confirmed };
      for (const account of ["client", "dealer"] as const)
        expect((await put(account, path, body)).status).toBe(403);
      expect(
        (await put("manager", path, { ...body, bidId: "999999" })).status,
      ).toBe(404);
      expect((await put("manager", path, { bidId, [name]: -1 })).status).toBe(
        400,
      );
      const key = `one-press-of-${path}`;
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect(
          await put("manager", path, { ...body, version: 1 }, key),
        ).toMatchObject({
          status: 200,
          body: { success: true, bidId, [name]: value, version: 2 },
        });
      expect(await logOf(context, bidId)).toMatchObject([
        { event: "placed" },
        { event: "edited", after: { [name]: value } },
      ]);
      expect(await put("admin", path, { ...body, version: 1 })).toMatchObject({
        status: 409,
        body: { current: { [name]: value, version: 2 } },
      });
      await outcome(context, bidId, { bidStatus: 5 });
      const other = name === "autoBid" ? false : 5_000;
      expect(
        await put("manager", path, { bidId, [name]: other }),
      ).toMatchObject({
        status: 422,
        body: { messageCode: "bid_not_editable" },
      });
    },
  );

  it("of the sold price needs a confirmation before the auction, not to be removed", async () => {
    const { bidId } = await newBid(context);
    const set = (soldPrice: number | null, more: object = {}) =>
      put("manager", "update-sold-price", { bidId, soldPrice, ...more });
    expect(await set(320_000, { confirm: 0 })).toMatchObject({
      status: 422,
      body: { messageCode: "confirmation_required" },
    });
    expect(await rowOf(context, bidId)).toMatchObject({
      manager_sold_price: null,
      version: 1,
    });
    expect(await set(320_000, { confirm: 1 })).toMatchObject({ status: 200 });
    expect(await set(null)).toMatchObject({ status: 200 });
  });

  it("of the status needs a confirmation to win above the maximum", async () => {
    const { bidId } = await newBid(context, { amount: 200_000 });
    await database.kysely
      .updateTable("bids")
      .set({ auction_at: new Date("2026-01-05T10:00:00+09:00") })
      .where("id", "=", bidId)
      .execute();
    const win = (more: object = {}) =>
      put("manager", "update-bid-status", { bidId, status: 6, ...more });
    await put("manager", "update-sold-price", { bidId, soldPrice: 205_000 });
    for (const more of [{}, { confirm: 1 }, { confirmedPrice: 0 }])
      expect(await win(more)).toMatchObject({
        status: 422,
        body: { messageCode: "confirmation_required" },
      });
    // The version of the bid stays the same when its lot gets another price.
    const { version } = await rowOf(context, bidId);
    expect(await win({ confirmedPrice: 201_000, version })).toMatchObject({
      status: 409,
      body: { messageCode: "stale_row", current: { soldPrice: 205_000 } },
    });
    expect(await win({ confirmedPrice: 205_000, version })).toMatchObject({
      status: 200,
      body: { bidStatus: 6 },
    });
  });

  it("of the sold price needs a confirmation if it is probably a typo", async () => {
    const auctionAt = "2026-01-05T10:00:00+09:00";
    const { bidId } = await newBid(context);
    await database.kysely
      .updateTable("lots")
      .set({ auction_at: new Date(auctionAt) })
      .where("id", "=", (await rowOf(context, bidId)).lot_id)
      .execute();
    const set = (soldPrice: number, more: object = {}) =>
      put("manager", "update-sold-price", { bidId, soldPrice, ...more });
    expect(await set(9)).toMatchObject({
      status: 422,
      body: { messageCode: "confirmation_required" },
    });
    expect(await set(9, { confirm: 1 })).toMatchObject({ status: 200 });
  });

  it("of the sold price wins over every import, until it is taken back", async () => {
    const lotNo = "4711";
    const { bidId } = await newBid(context, { lot: { lotNo } });
    const { source_id } = await database.kysely
      .selectFrom("lots")
      .innerJoin("bids", "bids.lot_id", "lots.id")
      .select("lots.source_id")
      .where("bids.id", "=", bidId)
      .executeTakeFirstOrThrow();
    await importResult(lotNo, source_id, 300_000);
    expect(await listedSoldPrice(lotNo)).toEqual([300_000, false]);
    const set = (soldPrice: number | null, more: object = {}) =>
      put("manager", "update-sold-price", { bidId, soldPrice, ...more });
    await set(320_000);
    expect(await listedSoldPrice(lotNo)).toEqual([320_000, true]);
    await importResult(lotNo, source_id, 310_000);
    expect(await listedSoldPrice(lotNo)).toEqual([320_000, true]);
    expect(await set(310_000, { undo: true })).toMatchObject({
      body: { soldPrice: 310_000 },
    });
    expect(await rowOf(context, bidId)).toMatchObject({
      manager_sold_price: null,
      sold_price: 310_000,
    });
    await importResult(lotNo, source_id, 305_000);
    expect(await listedSoldPrice(lotNo)).toEqual([305_000, false]);
  });
});
