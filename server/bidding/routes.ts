import type { FastifyInstance } from "fastify";
import { listQuerySchema } from "../../domain/listing/querySchema";
import type { Resource } from "../../domain/resource";
import type {
  BidGroupReply,
  BidListReply,
  BidTypeReply,
  PlaceBidBody,
  PlaceBidReply,
} from "../../generated/schemas";
import { sessionOf } from "../platform/http/request";
import { route } from "../platform/http/route";
import { callAccess } from "../workspace/callAccess";
import type { Context } from "../workspace/context";
import type { ListingReader } from "../workspace/listing";
import { bidListSchema } from "./bidListSchema";
import { listBidGroups, listBidTypes } from "./bidOptions";
import { readIdempotencyKey } from "./idempotency";
import { listBids } from "./listBids";
import { placeBid } from "./placeBid";

/** The calls of bidding; `/bid/create` takes an `Idempotency-Key`. */
export function registerBidRoutes(
  app: FastifyInstance,
  context: Context,
): void {
  route<{ Reply: BidGroupReply }>(app, {
    method: "GET",
    url: "/bid/group",
    access: "signedIn",
    query: "bid-group#/definitions/query",
    reply: "bid-group#/definitions/reply",
    summary: "Groups a bid can belong to",
    handler: async () => ({
      success: true,
      options: await listBidGroups(context.database),
    }),
  });
  route<{ Reply: BidTypeReply }>(app, {
    method: "GET",
    url: "/bid/type",
    access: "signedIn",
    query: "bid-type#/definitions/query",
    reply: "bid-type#/definitions/reply",
    summary: "Types of a bid: the ways of export",
    handler: (request) => ({
      success: true,
      options: listBidTypes(context.messages, request.language),
    }),
  });
  route<{ Body: PlaceBidBody; Reply: PlaceBidReply }>(app, {
    method: "POST",
    url: "/bid/create",
    access: { roles: ["client", "dealer"] },
    body: "place-bid#/definitions/body",
    reply: "place-bid#/definitions/reply",
    summary: "Place a maximum bid on a lot",
    isIdempotent: true,
    handler: async (request) => {
      const { viewer, fullName } = sessionOf(request);
      return placeBid(context, {
        client: { viewer, fullName },
        body: request.body,
        key: readIdempotencyKey(request.headers["idempotency-key"]),
      });
    },
  });
}

/** The list call of a declared resource of bids. */
export function registerBidList(
  app: FastifyInstance,
  context: Context,
  { name, bids }: { name: string; bids: ListingReader },
): void {
  const { schemas } = context;
  const declared = (): Resource => context.workspace.resource(name);
  const { calls, row } = declared();
  route<{ Query: Record<string, string>; Reply: BidListReply }>(app, {
    method: "GET",
    url: calls.list.path,
    access: callAccess(context, { name }),
    query: () => listQuerySchema(declared(), schemas.row(row)),
    reply: () => bidListSchema(schemas, row),
    summary: `One page of ${name}`,
    handler: (request) =>
      listBids(context, bids, {
        resource: declared(),
        viewer: sessionOf(request).viewer,
        query: request.query,
      }),
  });
}
