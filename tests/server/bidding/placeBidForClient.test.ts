import { beforeAll, describe, expect, it } from "vitest";
import type {
  BidFromManagerBody,
  BidTypeReply,
  PlaceBidReply,
  UserSearchReply,
} from "../../../generated/schemas";
import { signIn, testApp, type Account } from "../../support/app";
import { logOf, rowOf } from "./changes";
import { addClient, addLot, bidOn, noon } from "./support";

const server = await testApp({ now: noon });
const { context } = server;
const { database } = context;
const sessions = new Map<Account, { cookies: Record<string, string> }>();

beforeAll(async () => {
  for (const account of ["client", "dealer", "manager", "admin"] as const)
    sessions.set(account, await signIn(server, account));
});

const bidFor = async (
  userId: string,
  body: Partial<BidFromManagerBody> & { carId: string },
  { account = "manager", key }: { account?: Account; key?: string } = {},
) => {
  const reply = await server.call({
    method: "POST",
    url: "/api/bid/bid-from-manager",
    payload: { ...bidOn(body.carId), ...body, userId },
    ...(key ? { headers: { "idempotency-key": key } } : {}),
    ...sessions.get(account),
  });
  return { status: reply.statusCode, body: reply.json<PlaceBidReply>() };
};

const get = async (url: string, account: Account) => {
  const reply = await server.call({
    url: `/api${url}`,
    ...sessions.get(account),
  });
  return { status: reply.statusCode, body: reply.json<UserSearchReply>() };
};

describe("a bid that a manager places for a client", () => {
  it("belongs to the client and names the manager, once for each key", async () => {
    const { userId } = await addClient(database);
    const carId = await addLot(database);
    const key = "one-press-of-the-button";
    const first = await bidFor(userId, { carId }, { key });
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    expect(await bidFor(userId, { carId }, { key })).toEqual(first);
    const other = await addClient(database);
    expect(await bidFor(other.userId, { carId }, { key })).toMatchObject({
      status: 409,
      body: { messageCode: "key_reused" },
    });
    const { bidId } = first.body.result;
    const managerId = server.ids["manager@seriba.test"];
    expect(await rowOf(context, bidId)).toMatchObject({
      user_id: userId,
      manager_id: managerId,
      bid_status: 1,
    });
    const log = await logOf(context, bidId);
    expect(log).toHaveLength(1);
    expect(log[0]?.actor_name).not.toBe("");
  });

  it("is subject to the limits and the deadline of the client", async () => {
    const early = "2026-11-20T15:00:00+09:00";
    const late = "2026-11-20T12:29:00+09:00";
    const cases = [
      [{ dailyBidLimit: 0 }, {}, early, 422, "bid_limit"],
      [{ balance: 0 }, {}, early, 422, "insufficient_credit"],
      [{}, { biddingAllowed: false }, early, 422, "client_restricted"],
      [{}, {}, late, 422, "bidding_closed"],
      [{}, { bidDeadlineCheck: false }, late, 200],
    ] as const;
    for (const [account, flags, auctionDate, status, messageCode] of cases) {
      const { userId } = await addClient(database, account, flags);
      const carId = await addLot(database, { auctionDate });
      const reply = await bidFor(userId, { carId });
      expect(reply).toMatchObject({
        status,
        body: messageCode ? { messageCode } : { success: true },
      });
    }
    const { userId } = await addClient(database);
    const carId = await addLot(database);
    await bidFor(userId, { carId });
    expect(await bidFor(userId, { carId })).toMatchObject({
      status: 409,
      body: { messageCode: "client_bid_exists" },
    });
  });

  it("is also placed by the call of the specification, with ids as numbers", async () => {
    const { userId } = await addClient(database);
    const carId = await addLot(database);
    const create = (account: Account) =>
      server.call({
        method: "POST",
        url: "/api/bid/create",
        payload: {
          ...bidOn(carId),
          carId: Number(carId),
          userId: Number(userId),
        },
        ...sessions.get(account),
      });
    expect((await create("client")).statusCode).toBe(403);
    const placed = await create("manager");
    expect(placed.statusCode).toBe(200);
    const { bidId } = placed.json<PlaceBidReply>().result;
    expect(await rowOf(context, bidId)).toMatchObject({
      user_id: userId,
      manager_id: server.ids["manager@seriba.test"],
    });
  });

  it("needs the right to bid for clients and the id of a client", async () => {
    const { userId } = await addClient(database);
    const carId = await addLot(database);
    for (const account of ["client", "dealer"] as const)
      expect(await bidFor(userId, { carId }, { account })).toMatchObject({
        status: 403,
      });
    for (const id of [server.ids["manager@seriba.test"] ?? "", "999999"])
      expect(await bidFor(id, { carId })).toMatchObject({
        status: 422,
        body: { errors: { userId: ["Invalid field"] } },
      });
    await database.kysely
      .updateTable("users")
      .set({ permissions: JSON.stringify({ carAuctionsView: true }) })
      .where("email_key", "=", "admin@seriba.test")
      .execute();
    // Sessions are cached for a second.
    server.wait(2_000);
    expect(await bidFor(userId, { carId }, { account: "admin" })).toMatchObject(
      { status: 403 },
    );
    const own = await server.call({
      method: "POST",
      url: "/api/bid/create",
      payload: { ...bidOn(carId), userId },
      ...sessions.get("admin"),
    });
    expect(own.statusCode).toBe(403);
    const url = `/bid/client-standing?userId=${userId}&carId=${carId}`;
    expect((await get(url, "admin")).status).toBe(403);
  });
});

describe("the standing of a client on a lot", () => {
  const standing = (userId: string, carId: string, account: Account) =>
    get(`/bid/client-standing?userId=${userId}&carId=${carId}`, account);

  it("is the rest of the limit and the client's own active bid", async () => {
    const { userId } = await addClient(database, {
      balance: 500_000,
      creditLimit: 2_000_000,
    });
    const other = await addClient(database);
    const carId = await addLot(database);
    await bidFor(other.userId, { carId });
    expect((await standing(userId, carId, "manager")).body).toEqual({
      success: true,
      allowed: 2_500_000,
      activeBid: null,
      rivals: 1,
    });
    await bidFor(userId, { carId, amount: 1_360_000 });
    expect((await standing(userId, carId, "manager")).body).toEqual({
      success: true,
      allowed: 1_140_000,
      activeBid: 1_360_000,
      rivals: 1,
    });
    expect(
      (await standing(userId, await addLot(database), "manager")).body,
    ).toMatchObject({ rivals: 0 });
  });

  it("has no limit if the credit is not checked, and is zero without a balance", async () => {
    const carId = await addLot(database);
    const cases = [
      [await addClient(database, {}, { creditLimitCheck: false }), null],
      [await addClient(database, { balance: 0 }), 0],
    ] as const;
    for (const [{ userId }, allowed] of cases)
      expect((await standing(userId, carId, "manager")).body).toMatchObject({
        allowed,
      });
  });

  it("is closed to clients and dealers, and exists for clients and dealers only", async () => {
    const { userId } = await addClient(database);
    const carId = await addLot(database);
    for (const account of ["client", "dealer"] as const)
      expect((await standing(userId, carId, account)).status).toBe(403);
    const own = server.ids["client@seriba.test"] ?? "";
    expect((await standing(own, carId, "client")).status).toBe(403);
    for (const id of [server.ids["manager@seriba.test"] ?? "", "999999"])
      expect((await standing(id, carId, "manager")).status).toBe(404);
  });
});

describe("the search for clients", () => {
  beforeAll(async () => {
    const added = [];
    for (let index = 0; index < 12; index += 1)
      added.push((await addClient(database)).userId);
    await database.kysely
      .updateTable("users")
      .set({ company: "50% Off_Motors" })
      .where("id", "in", added)
      .execute();
    await database.kysely
      .updateTable("users")
      .set({ full_name: "Zoya Orlova", company: null, email: "zoya@x.test" })
      .where("id", "=", added[0] ?? "")
      .execute();
  });

  it.each([
    ["  zoya ", ["Zoya Orlova"]],
    ["ZOYA@X", ["Zoya Orlova"]],
    ["manager@seriba", []],
    ["50%Off", []],
  ])("for %s finds %j", async (text, names) => {
    const query = new URLSearchParams({ user: text }).toString();
    const { body } = await get(`/user/search?${query}`, "manager");
    expect(body.options.map(({ label }) => label.replace(/ \(.*/, ""))).toEqual(
      names,
    );
  });

  it("lists ten people and says that there are more", async () => {
    const query = new URLSearchParams({ user: "% off_" }).toString();
    const { body } = await get(`/user/search?${query}`, "manager");
    expect(body.options).toHaveLength(10);
    expect(body.hasMore).toBe(true);
  });

  it("finds a client by id", async () => {
    const { userId } = await addClient(database);
    const padded = userId.padStart(4, "0");
    const { body } = await get(`/user/search?user=${padded}`, "manager");
    expect(body.options.map(({ value }) => value)).toContain(userId);
  });

  it("needs four characters and a manager", async () => {
    expect((await get("/user/search?user=%20ab%20", "manager")).status).toBe(
      400,
    );
    for (const account of ["client", "dealer"] as const)
      expect((await get("/user/search?user=zoya", account)).status).toBe(403);
  });
});

it("managers choose from the same export types, by a call of their own", async () => {
  const own = await get("/bid/export-type", "manager");
  const { body } = await get("/bid/type", "client");
  expect(own.body.options).toEqual((body as object as BidTypeReply).options);
  expect((await get("/bid/export-type", "client")).status).toBe(403);
});
