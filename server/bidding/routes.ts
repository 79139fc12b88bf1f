import type { FastifyInstance } from "fastify";
import { hasFlag, roleOf, type Viewer } from "../../domain/access";
import { exportTypes } from "../../domain/exportTypes";
import type { Language } from "../../domain/limits";
import type { BidTypeReply } from "../../generated/schemas";
import { failure, fieldFailure } from "../platform/errors";
import { sessionOf } from "../platform/http/request";
import { bodyCall, queryCall, route } from "../platform/http/route";
import { readIdempotencyKey } from "../platform/idempotency";
import type { Messages } from "../platform/messages";
import type { Signer } from "../platform/signing";
import type { Context } from "../workspace/context";
import { createListingReader } from "../workspace/listing";
import { listBidGroups } from "./bidGroups";
import type { BidContext } from "./bidContext";
import { bidSource } from "./bidSource";
import { registerBidChanges } from "./changeRoutes";
import { registerChat } from "./chat/routes";
import { orderGroup, readGroupOrder } from "./orderGroup";
import { placeBid } from "./placeBid";
import { placeBidForClient, readClientStanding } from "./placeBidForClient";
import { readWork } from "./readWork";
import { registerReceipt } from "./receipt/routes";
import { searchBids } from "./searchBids";

const bidsForThemselves = (viewer: Viewer): boolean =>
  ["client", "dealer"].includes(roleOf(viewer));

/** Registers the calls of bidding. Calls that write accept an Idempotency-Key. */
export function registerBidRoutes(
  app: FastifyInstance,
  context: Context & BidContext & { signer: Signer },
): void {
  route(app, {
    method: "GET",
    url: "/bid/group",
    access: "signedIn",
    ...queryCall("bid-group"),
    summary: "The groups of bids",
    handler: async (request) => ({
      success: true,
      options: await listBidGroups(
        context.database.kysely,
        sessionOf(request).viewer.userId,
      ),
    }),
  });
  const reader = createListingReader(context, bidSource);
  route(app, {
    method: "GET",
    url: "/bid/search",
    access: "signedIn",
    ...queryCall("bid-search"),
    summary: "The bids of the caller by the beginning of the lot number",
    handler: async (request) => ({
      success: true,
      cars: await searchBids(context, reader, {
        viewer: sessionOf(request).viewer,
        lotNo: request.query.lotNo,
      }),
    }),
  });
  route(app, {
    method: "GET",
    url: "/bid/work",
    access: { roles: ["manager", "admin"] },
    reply: "bid-work#/definitions/reply",
    summary: "The bids of today's auctions by auction house and hour",
    handler: () => readWork(context),
  });
  route(app, {
    method: "GET",
    url: "/bid/group-order",
    access: { roles: ["client", "dealer"] },
    query: "bid-group-order#/definitions/query",
    reply: "bid-group-order#/definitions/present",
    summary: "The caller's active bids of a group, in the order of buying",
    handler: (request) =>
      readGroupOrder(context, reader, {
        viewer: sessionOf(request).viewer,
        groupId: Number(request.query.bidGroup),
      }),
  });
  route(app, {
    method: "PUT",
    url: "/bid/group-order",
    access: { roles: ["client", "dealer"] },
    ...bodyCall("bid-group-order"),
    summary: "Set the order in which the cars of a group are bought",
    isIdempotent: true,
    handler: async (request) => {
      const { bidGroup, bidIds, before } = request.body;
      await orderGroup(context, {
        person: sessionOf(request),
        groupId: bidGroup,
        bidIds,
        before,
        key: readIdempotencyKey(request.headers["idempotency-key"]),
      });
      return { success: true };
    },
  });
  for (const url of ["/bid/type", "/bid/export-type"])
    route(app, {
      method: "GET",
      url,
      access:
        url === "/bid/type" ? "signedIn" : { roles: ["manager", "admin"] },
      ...queryCall("bid-type"),
      summary: "The types of bids: the ways of export",
      handler: (request) => ({
        success: true,
        options: listBidTypes(context.messages, request.language),
      }),
    });
  route(app, {
    method: "POST",
    url: "/bid/create",
    access: {
      allows: (viewer) =>
        hasFlag(viewer, "managerBidForClient") || bidsForThemselves(viewer),
      description:
        "For client, dealer; for manager, admin with managerBidForClient.",
    },
    ...bodyCall("place-bid"),
    summary: "Place a maximum bid on a lot; managers name the client",
    isIdempotent: true,
    handler: async (request) => {
      const person = sessionOf(request);
      const { viewer } = person;
      const { userId, ...body } = request.body;
      const key = readIdempotencyKey(request.headers["idempotency-key"]);
      if (bidsForThemselves(viewer)) {
        if (userId !== undefined && userId !== viewer.userId)
          throw failure("forbidden");
        return placeBid(context, { client: person, body, key });
      }
      if (userId === undefined) throw fieldFailure("userId", "required_field");
      return placeBidForClient(context, {
        manager: person,
        body: { ...body, userId },
        key,
      });
    },
  });
  registerManagerBids(app, context);
  registerBidChanges(app, context);
  registerChat(app, context);
  registerReceipt(app, context);
}

/** Registers the calls by which managers bid for their clients. */
function registerManagerBids(
  app: FastifyInstance,
  context: Context & BidContext,
): void {
  const roles: ("manager" | "admin")[] = ["manager", "admin"];
  route(app, {
    method: "GET",
    url: "/bid/client-standing",
    access: { roles, flags: ["managerBidForClient"] },
    ...queryCall("client-standing"),
    summary: "The limit of a client and the client's active bid on a lot",
    handler: (request) => readClientStanding(context, request.query),
  });
  route(app, {
    method: "POST",
    url: "/bid/bid-from-manager",
    access: { roles, flags: ["managerBidForClient"] },
    ...bodyCall("bid-from-manager"),
    summary: "Place a maximum bid for a client",
    isIdempotent: true,
    handler: (request) =>
      placeBidForClient(context, {
        manager: sessionOf(request),
        body: request.body,
        key: readIdempotencyKey(request.headers["idempotency-key"]),
      }),
  });
}

/** Lists the bid types (the ways of export) in the reader's language. */
const listBidTypes = (
  messages: Messages,
  language: Language,
): BidTypeReply["options"] =>
  exportTypes.map(({ id, key }) => ({
    value: id,
    label: messages.translate(language, `bidTypes.${key}.label`),
    description: messages.translate(language, `bidTypes.${key}.description`),
  }));
