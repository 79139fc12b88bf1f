import { beforeAll, describe, expect, it } from "vitest";
import { lotStatuses } from "../../../domain/lotStatus";
import type {
  BidListReply,
  ErrorReply,
  LotDetailCallReply,
  MenuCountersReply,
  PlaceBidReply,
  ViewProfileReply,
} from "../../../generated/schemas";
import { signIn, testApp, type Account } from "../../support/app";
import { addLot, bidOn, noon } from "./support";

type Cookies = { cookies: Record<string, string> };

const server = await testApp({ now: noon });

const { database, schemas } = server.context;
const sessions = new Map<Account, Cookies>();

const as = (account: Account): Cookies =>
  sessions.get(account) ?? { cookies: {} };

async function call(url: string, account: Account) {
  const reply = await server.call({ url: `/api${url}`, ...as(account) });
  return { status: reply.statusCode, reply };
}

async function bid(
  account: Account,
  payload: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const reply = await server.call({
    method: "POST",
    url: "/api/bid/create",
    payload,
    headers,
    ...as(account),
  });
  return { status: reply.statusCode, body: reply.json<ErrorReply>(), reply };
}

beforeAll(async () => {
  const accounts = ["client", "dealer", "manager", "restricted", "admin"];
  for (const account of accounts as Account[])
    sessions.set(account, await signIn(server, account));
  const carId = await addLot(database, { auctionName: "USS Nagoya" });
  const placed = await bid("client", bidOn(carId, { bidType: 1 }));
  expect(placed.status).toBe(200);
});

describe("placing a bid", () => {
  it("requires a session first, and from managers the name of the client", async () => {
    const anonymous = await server.call({
      method: "POST",
      url: "/api/bid/create",
      payload: { nonsense: true },
    });
    expect(anonymous.statusCode).toBe(401);
    const carId = await addLot(database);
    for (const account of ["manager", "admin"] as const)
      expect((await bid(account, bidOn(carId))).status).toBe(422);
  });

  it("returns the placed bid", async () => {
    const carId = await addLot(database);
    const { status, reply } = await bid("client", bidOn(carId, { bidType: 1 }));
    expect(status).toBe(200);
    const body = reply.json<PlaceBidReply>();
    expect(schemas.validator("place-bid#/definitions/reply")(body)).toEqual([]);
    expect(body.result).toMatchObject({
      bidAmount: 200_000,
      bidDate: "2026-11-20T12:00:00+09:00",
      bidStatus: 1,
      balance: 2_400_000,
    });
  });

  it("replays the first reply for a repeated Idempotency-Key", async () => {
    const carId = await addLot(database);
    const body = bidOn(carId, { bidType: 1 });
    const headers = { "idempotency-key": "3f1c-retry" };
    const first = await bid("client", body, headers);
    const again = await bid("client", body, headers);
    expect(first.status).toBe(200);
    expect(again.reply.body).toBe(first.reply.body);
    const other = await bid("client", { ...body, amount: 205_000 }, headers);
    expect(other.status).toBe(409);
    expect(other.body.messageCode).toBe("key_reused");
    for (const key of ["short", "x".repeat(101), "with a space"]) {
      const wrong = await bid("client", body, { "idempotency-key": key });
      expect(wrong.status).toBe(400);
    }
  });

  it("rejects a second bid on a lot with the existing bid", async () => {
    const carId = await addLot(database);
    const body = bidOn(carId, { bidType: 1 });
    const first = await bid("client", body);
    const second = await bid("client", body);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      messageCode: "bid_exists",
      current: {
        bidId: first.reply.json<PlaceBidReply>().result.bidId,
        bidAmount: 200_000,
      },
    });
  });

  it("returns the reason next to the rejected field", async () => {
    const carId = await addLot(database, { startPrice: 300_000 });
    const low = await bid("client", bidOn(carId, { bidType: 1 }));
    expect(low.status).toBe(422);
    expect(low.body.errors).toEqual({
      amount: ["The bid must not be lower than the start price"],
    });
    const odd = await bid("client", bidOn(carId, { amount: 300_001 }));
    expect(odd.body.errors).toEqual({
      amount: ["The bid must be a multiple of 5000"],
    });
    const sold = await addLot(database, { status: lotStatuses.sold });
    const late = await bid("client", bidOn(sold));
    expect(late.body.message).toBe("Auction is finished");
    const barred = await bid("restricted", bidOn(carId, { amount: 300_000 }));
    expect(barred.status).toBe(422);
    expect(barred.body.messageCode).toBe("restricted_user");
  });

  it("rejects an unknown lot, an unknown field and an invalid amount", async () => {
    expect((await bid("client", bidOn("987654321"))).status).toBe(404);
    const carId = await addLot(database);
    const wrong = [
      { ...bidOn(carId), balance: 1 },
      { ...bidOn(carId), amount: "200000" },
      { ...bidOn(carId), amount: 0 },
      { ...bidOn(carId), amount: 1e300 },
      { ...bidOn(carId), comment: "\u0000" },
      { ...bidOn("0x1") },
    ];
    for (const body of wrong)
      expect((await bid("client", body)).status).toBe(400);
    const foreign = { ...bidOn(carId), userId: "1" };
    expect((await bid("client", foreign)).status).toBe(403);
  });
});

describe("the data that a client sees", () => {
  it("contains no bid of others in lists, counters, lots and balance", async () => {
    const carId = await addLot(database, { lotNo: "77001" });
    const before = await readAll("client");
    expect((await bid("dealer", bidOn(carId, { bidType: 1 }))).status).toBe(
      200,
    );
    expect(await readAll("client")).toEqual(before);
    const detail = await detailOf("client", carId);
    expect(detail.bidInfo).toMatchObject({ myBid: null, myBidAmount: null });
    const own = await detailOf("dealer", carId);
    expect(own.bidInfo).toMatchObject({ myBidAmount: 200_000, bidStatusId: 1 });
    const listed = await call(
      "/auction/listing?quick_search_parameter=lot_no&quick_search_text=77001",
      "client",
    );
    expect(listed.reply.json()).toMatchObject({
      carsList: [{ id: carId, myBid: null, myBidAmount: null }],
    });
    expect((await call("/bid/index", "client")).status).toBe(403);
  });

  it("contains the client's own bid on the lot's page, with limits and deadline", async () => {
    const carId = await addLot(database, { auctionName: "USS Tokyo" });
    const before = await detailOf("client", carId);
    await bid("client", bidOn(carId, { bidType: 1, amount: 150_000 }));
    const after = await detailOf("client", carId);
    expect(after.bidInfo).toMatchObject({
      myBidAmount: 150_000,
      myBidDate: "2026-11-20T12:00:00+09:00",
      bidStatusId: 1,
      bidLimitReached: false,
      acceptBid: true,
      auctionFinished: false,
      biddingDeadline: "2026-11-20T14:30:00+09:00",
      bidAdjustmentPrice: null,
    });
    const { ussLimit, ussLeft = 0 } = before.ussCounter;
    expect(after.ussCounter).toEqual({ ussLimit, ussLeft: ussLeft - 1 });
    expect(after.bidInfo.jasId).toBe(after.bidInfo.myBid);
  });

  it("has a balance, a badge and counters that equal the rows", async () => {
    const { list, profile, counters } = await readAll("client");
    const active = list.cars.filter(
      ({ bidStatus }) => bidStatus === 1 || bidStatus === 2,
    );
    const sum = active.reduce((total, { bidAmount }) => total + bidAmount, 0);
    const { balanceInfo } = profile;
    expect(sum).toBeGreaterThan(0);
    expect(balanceInfo).toMatchObject({
      activeBids: sum,
      bidAllow: balanceInfo.balance + balanceInfo.creditLimit - sum,
      bidsToday: list.cars.length,
      ussBidsToday: list.cars.filter(({ auctionName }) =>
        auctionName?.startsWith("USS"),
      ).length,
    });
    expect(balanceInfo.ussBidsToday).toBeGreaterThan(0);
    expect(counters.bid).toBe(
      list.cars.filter(({ bidStatus }) => bidStatus === 1).length,
    );
    expect(list.totalBids).toBe(list.cars.length);
    for (const { status, count } of list.counters) {
      const rows = list.cars.filter(
        ({ bidStatus }) => status === "All" || String(bidStatus) === status,
      );
      expect({ status, count }).toEqual({ status, count: rows.length });
    }
  });

  it("has no field, filter or sort that is for managers only", async () => {
    const { list } = await readAll("client");
    for (const car of list.cars) {
      expect(car).toHaveProperty("user", null);
      for (const field of ["userId", "autoBid", "adjustmentPrice"])
        expect(car).not.toHaveProperty(field);
    }
    for (const query of ["user=1", "userId=1", "sort=user", "sort=bidAmount"])
      expect((await call(`/bid/my-bid?${query}`, "client")).status).toBe(400);
  });
});

describe("the choices of the bid panel", () => {
  it("are groups and types in the user's language", async () => {
    const groups = await call("/bid/group", "client");
    expect(groups.reply.json()).toMatchObject({
      success: true,
      options: [{ value: 1, label: "A", cars: 1 }, {}, {}, {}, {}],
    });
    const english = await call("/bid/type", "client");
    const russian = await call("/bid/type", "dealer");
    const labels = [english, russian].map(({ reply }) =>
      reply
        .json<{ options: { label: string; description: string }[] }>()
        .options.flatMap(({ label, description }) => [label, description]),
    );
    expect(labels[0]).toHaveLength(10);
    for (const label of labels[0] ?? []) expect(label).not.toMatch(/^bidTypes/);
    for (const label of labels[1] ?? []) expect(label).toMatch(/[а-я]/);
  });

  it("require a session", async () => {
    for (const url of [
      "/bid/group",
      "/bid/type",
      "/bid/my-bid?x=1",
      "/bid/index",
    ])
      expect((await server.call({ url: `/api${url}` })).statusCode).toBe(401);
  });
});

async function detailOf(account: Account, carId: string) {
  const { reply } = await call(`/auction/detail?id=${carId}`, account);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json<LotDetailCallReply>().detail;
}

/** The paths of all calls with data of a client's bids. */
async function readAll(account: Account) {
  const list = await call("/bid/my-bid?pageSize=70", account);
  const profile = await call("/user/view-profile", account);
  const counters = await call("/site/menu-counters", account);
  return {
    list: list.reply.json<BidListReply>(),
    profile: profile.reply.json<ViewProfileReply>(),
    counters: counters.reply.json<MenuCountersReply>(),
  };
}
