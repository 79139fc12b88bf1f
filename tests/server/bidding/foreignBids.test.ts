import { beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
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
  "POST /bid/save-chat": (bidId) => ({ bidId, comment: "Hello" }),
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

let bidId: string;

beforeAll(async () => {
  const { cookies } = await signIn(server, "client1@dealer");
  const lotId = await addLot(database);
  const reply = await server.call({
    method: "POST",
    url: "/api/bid/create",
    payload: bidOn(lotId, { bidType: 1 }),
    cookies,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  bidId = reply.json<{ result: { bidId: string } }>().result.bidId;
});

describe("the bid of another client", () => {
  it("has a row here for each call about one bid", () => {
    const found = routes.filter(takesBid).map(nameOf);
    expect(found.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it.each(["client", "client2@dealer", "restricted"] as const)(
    "is answered to %s like a bid that does not exist, by every call",
    async (account) => {
      const { cookies } = await signIn(server, account);
      const before = await database.kysely
        .selectFrom("bids")
        .selectAll()
        .where("id", "=", bidId)
        .executeTakeFirst();
      for (const [name, valuesFor] of Object.entries(calls)) {
        const [method, path] = name.split(" ") as ["GET", string];
        const isRead = name.startsWith("GET");
        const answer = async (id: string) => {
          const values = valuesFor(id);
          const reply = await server.call({
            method,
            url: `/api${path}${isRead ? `?bidId=${id}` : ""}`,
            ...(isRead ? {} : { payload: values }),
            cookies,
          });
          const { requestId: _requestId, ...body } =
            reply.json<Record<string, unknown>>();
          return { name, status: reply.statusCode, body };
        };
        const foreign = await answer(bidId);
        expect(foreign).toEqual(await answer("999999999"));
        expect([403, 404], name).toContain(foreign.status);
      }
      const after = await database.kysely
        .selectFrom("bids")
        .selectAll()
        .where("id", "=", bidId)
        .executeTakeFirst();
      expect(after).toEqual(before);
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
    ["managerBidForClient", ["bid-from-manager"]],
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
