import type { FastifyInstance } from "fastify";
import {
  listQuerySchema,
  rowReplySchema,
} from "../../domain/listing/querySchema";
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
import { readIdempotencyKey } from "../platform/idempotency";
import type { JsonSchema, SchemaRegistry } from "../platform/schemas/registry";
import { schemaPart } from "../platform/schemas/schemaPart";
import { callAccess } from "../workspace/callAccess";
import type { Context } from "../workspace/context";
import type { ListingReader } from "../workspace/listing";
import { listBidGroups, listBidTypes } from "./bidOptions";
import { listBids } from "./listBids";
import { placeBid } from "./placeBid";

/** Registers the calls of bidding; `/bid/create` accepts an Idempotency-Key. */
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
    summary: "The groups of bids",
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
    summary: "The types of bids: the ways of export",
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

/** Registers the list call of a declared list of bids. */
export function registerBidList(
  app: FastifyInstance,
  context: Context,
  { name, reader }: { name: string; reader: ListingReader },
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
      listBids(context, reader, {
        resource: declared(),
        viewer: sessionOf(request).viewer,
        query: request.query,
      }),
  });
}

/** Returns the schema of a list's reply, whose rows may lack hidden fields. */
function bidListSchema(schemas: SchemaRegistry, rowId: string): JsonSchema {
  const reply = schemaPart(schemas, "bid-list#/definitions/reply");
  const row = schemas.row(rowId);
  const items = rowReplySchema(row, Object.keys(row.properties));
  const cars = { type: "array", items };
  const properties = reply.properties as Readonly<Record<string, JsonSchema>>;
  return { ...reply, properties: { ...properties, cars } };
}
