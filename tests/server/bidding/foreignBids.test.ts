import { beforeAll, describe, expect, it } from "vitest";
import { userLevels, type Viewer } from "../../../domain/access";
import {
  accessOf,
  concreteRoutes,
  passesRules,
  type RouteDefinition,
} from "../../../server/platform/http/route";
import { schemaPart } from "../../../server/platform/schemas/schemaPart";
import { signIn, testApp } from "../../support/app";
import { bidOn, addLot, noon } from "./support";

const server = await testApp({ now: noon });
const { schemas, database } = server.context;
const routes = concreteRoutes(server.app.declaredRoutes);

/** Valid values for every call about one bid, by method and path. */
const calls: Record<
  `${"GET" | "POST" | "PUT"} ${string}`,
  (bidId: string) => Record<string, unknown>
> = {
  "GET /bid/chat": (bidId) => ({ bidId }),
  "GET /bid/logs": (bidId) => ({ bidId }),
  "GET /bid/receipt": (bidId) => ({ bidId }),
  "POST /payments/charge": (bidId) => ({
    bidId,
    line: "freight",
    amount: 90_000,
    day: "2026-11-20",
    lines: 1,
  }),
  "POST /bid/save-chat": (bidId) => ({ bidId, comment: "Hello" }),
  "PUT /bid/correct-outcome": (bidId) => ({
    bidId,
    version: 1,
    outcome: "finish",
    price: null,
    reason: "A typing error",
  }),
  "PUT /bid/update-adjustment-price": (bidId) => ({
    bidId,
    adjustmentPrice: 5_000,
  }),
  "PUT /bid/update-auto-bid": (bidId) => ({ bidId, autoBid: true }),
  "PUT /bid/update-bid-price": (jasId) => ({ jasId, amount: 300_000 }),
  "PUT /bid/update-bid-status": (bidId) => ({ bidId, status: 4 }),
  "PUT /bid/update-chat-status": (bidId) => ({ bidId }),
  "PUT /bid/update-sold-price": (bidId) => ({ bidId, soldPrice: 300_000 }),
};

const nameOf = ({ method, url }: RouteDefinition) => `${method} ${url}`;

/** Returns whether a call takes the id of a bid in its query or body. */
const takesBid = ({ query, body }: RouteDefinition): boolean =>
  [query, body].some((source) => {
    const schema =
      typeof source === "string" ? schemaPart(schemas, source) : source?.();
    const { properties = {} } = (schema ?? {}) as { properties?: object };
    return "bidId" in properties || "jasId" in properties;
  });

type Owner = "client" | "client1@dealer";
const bidOf = new Map<Owner, string>();

async function place(owner: Owner): Promise<string> {
  const reply = await server.call({
    method: "POST",
    url: "/api/bid/create",
    payload: bidOn(await addLot(database), { bidType: 1 }),
    ...(await signIn(server, owner)),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ result: { bidId: string } }>().result.bidId;
}

beforeAll(async () => {
  for (const owner of ["client", "client1@dealer"] as const)
    bidOf.set(owner, await place(owner));
});

const rowOf = (id: string) =>
  database.kysely
    .selectFrom("bids")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();

/** Sends a call, and returns its reply without the id of the request. */
async function answer(
  name: string,
  values: Record<string, unknown>,
  cookies: Record<string, string>,
) {
  const [method, path] = name.split(" ") as ["GET" | "PUT", string];
  const isRead = method === "GET";
  const query = new URLSearchParams(values as Record<string, string>);
  const reply = await server.call({
    method,
    url: `/api${path}${isRead ? `?${query.toString()}` : ""}`,
    ...(isRead ? {} : { payload: values }),
    cookies,
  });
  const { requestId: _requestId, ...body } =
    reply.json<Record<string, unknown>>();
  return { name, status: reply.statusCode, body };
}

describe("the bid of another client", () => {
  it("has a row here for each call about one bid", () => {
    const found = routes.filter(takesBid).map(nameOf);
    expect(found.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it.each([
    ["client", "client1@dealer"],
    ["client2@dealer", "client1@dealer"],
    ["restricted", "client1@dealer"],
    ["dealer", "client"],
  ] as const)(
    "is answered to %s like a bid that does not exist, by every call",
    async (account, owner) => {
      const bidId = bidOf.get(owner) ?? "";
      const { cookies } = await signIn(server, account);
      const before = await rowOf(bidId);
      for (const [name, valuesFor] of Object.entries(calls)) {
        const foreign = await answer(name, valuesFor(bidId), cookies);
        const missing = await answer(name, valuesFor("999999999"), cookies);
        expect(foreign).toEqual(missing);
        expect([403, 404], name).toContain(foreign.status);
      }
      expect(await rowOf(bidId)).toEqual(before);
    },
  );

  it.each([
    ["client2@dealer", "client1@dealer", "/bid/my-bid"],
    ["dealer", "client", "/bid/dealer"],
  ] as const)(
    "changes no row, order, total, counter or filter in the lists of %s",
    async (account, owner, list) => {
      const session = await signIn(server, account);
      const paths = [
        ...["", "?bidStatus=1", "?sort=startPrice&order=DESC", "?lotNo=4"].map(
          (query) => `${list}${query}`,
        ),
        "/bid/filters",
        "/bid/bid-history",
        "/bid/bid-history-filters",
        "/bid/search?lotNo=4",
      ];
      const read = async () => {
        const replies: unknown[] = [];
        for (const path of paths) {
          const reply = await server.call({ url: `/api${path}`, ...session });
          expect(reply.statusCode, path).toBe(200);
          replies.push([path, reply.json()]);
        }
        return replies;
      };
      const before = await read();
      await place(owner);
      expect(await read()).toEqual(before);
    },
  );

  it("is closed to visitors and to a disabled account, by every call", async () => {
    const account = "client1@dealer";
    const { cookies } = await signIn(server, account);
    await database.kysely
      .updateTable("users")
      .set({ user_level: userLevels.disabled })
      .where("id", "=", server.ids[`${account}.seriba.test`] ?? "")
      .execute();
    server.wait(1_000);
    for (const [name, valuesFor] of Object.entries(calls))
      for (const sent of [{}, cookies]) {
        const values = valuesFor(bidOf.get(account) ?? "");
        expect((await answer(name, values, sent)).status, name).toBe(401);
      }
  });
});

describe("the account of another client", () => {
  it.each(["client", "dealer"] as const)(
    "is answered to a %s like an account that does not exist",
    async (account) => {
      const { cookies } = await signIn(server, account);
      const repliesOn = (userId: string) =>
        Promise.all([
          answer(`GET /clients/${userId}`, {}, cookies),
          answer(`PUT /clients/${userId}`, { name: "Changed" }, cookies),
          answer("GET /clients", { id: userId }, cookies),
          answer(
            "POST /payments/remittance",
            { userId, amount: 1, date: "2026-11-20" },
            cookies,
          ),
        ]).then((replies) =>
          replies.map(({ status, body }) => ({ status, body })),
        );
      const foreign = await repliesOn(
        server.ids["restricted@seriba.test"] ?? "",
      );
      expect(foreign).toEqual(await repliesOn("999999999"));
      expect(foreign.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    },
  );
});

describe("a manager without a permission", () => {
  const permissions = {
    bidManagementEnabled: true,
    bidManageStatus: true,
    bidManageBidPrice: true,
    bidManageSoldPrice: true,
    adjustmentPriceShow: true,
    managerBidForClient: true,
  };
  const manager: Viewer = {
    userId: "1",
    userType: 3,
    userLevel: 1064,
    roleId: 0,
    permissions,
  };

  it.each([
    [
      "bidManageStatus",
      ["update-auto-bid", "update-bid-status", "update-bid-statuses"],
    ],
    ["bidManageBidPrice", ["update-bid-price"]],
    ["bidManageSoldPrice", ["update-sold-price"]],
    ["adjustmentPriceShow", ["update-adjustment-price"]],
    ["managerBidForClient", ["bid-from-manager", "create"]],
    [
      "bidManagementEnabled",
      [
        "update-adjustment-price",
        "update-auto-bid",
        "update-bid-price",
        "update-bid-status",
        "update-bid-statuses",
        "update-sold-price",
      ],
    ],
  ])("to %s has no right to the calls that need it", (flag, closed) => {
    const viewer = {
      ...manager,
      permissions: { ...permissions, [flag]: false },
    };
    const writes = routes.filter(
      (definition) =>
        definition.method !== "GET" &&
        definition.url.startsWith("/bid/") &&
        passesRules(accessOf(definition), manager) &&
        !passesRules(accessOf(definition), viewer),
    );
    expect(
      writes.map(({ url }) => url.slice("/bid/".length)).toSorted(),
    ).toEqual(closed);
  });
});
