import type { FastifyInstance } from "fastify";
import type {
  BidGroupReply,
  BidTypeReply,
  PlaceBidBody,
  PlaceBidReply,
  RecordHistoryParams,
  RecordHistoryQuery,
  RecordHistoryReply,
  UpdateBidPriceBody,
  UpdateBidPriceReply,
  UpdateBidStatusBody,
  UpdateBidStatusBulkBody,
  UpdateBidStatusBulkReply,
  UpdateBidStatusReply,
} from "../../generated/schemas";
import {
  clientCalls,
  mayChangeBids,
  type BidValueCall,
} from "../../domain/bidRights";
import { sessionOf } from "../platform/http/request";
import { route, type ComputedAccess } from "../platform/http/route";
import { readIdempotencyKey } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import { listBidGroups, listBidTypes } from "./bidOptions";
import { changeBid } from "./changeBid";
import { changeStatus, changeStatuses, requestedBy } from "./changeBids";
import { nullIfNone, placeBid } from "./placeBid";
import { readBidHistory } from "./readBidHistory";

/** Registers the calls of bidding. Calls that write accept an Idempotency-Key. */
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
  registerBidChanges(app, context);
}

/** The right to a call that changes bids. */
const changes = (call: BidValueCall): ComputedAccess => ({
  allows: (viewer) => mayChangeBids(viewer, call),
  description: clientCalls.includes(call)
    ? "Managers with the flag of the call; clients and dealers for their bids"
    : "Managers with the flag of the call",
});

/** Registers the calls that change bids and read their changes. */
function registerBidChanges(app: FastifyInstance, context: Context): void {
  const roles: ("manager" | "admin")[] = ["manager", "admin"];
  route<{
    Params: RecordHistoryParams;
    Query: RecordHistoryQuery;
    Reply: RecordHistoryReply;
  }>(app, {
    method: "GET",
    url: "/bid/:id/history",
    access: { roles },
    params: "record-history#/definitions/params",
    query: "record-history#/definitions/query",
    reply: "record-history#/definitions/reply",
    summary: "The changes of a bid, newest first",
    handler: (request) => {
      const { page = "1", pageSize = "20" } = request.query;
      return readBidHistory(context, {
        viewer: sessionOf(request).viewer,
        language: request.language,
        bidId: request.params.id,
        page: Number(page),
        pageSize: Number(pageSize),
      });
    },
  });
  route<{ Body: UpdateBidStatusBody; Reply: UpdateBidStatusReply }>(app, {
    method: "PUT",
    url: "/bid/update-bid-status",
    access: changes("status"),
    body: "update-bid-status#/definitions/body",
    reply: "update-bid-status#/definitions/reply",
    summary: "Set the status of a bid; clients can only cancel",
    isIdempotent: true,
    handler: async (request) => {
      const by = requestedBy(request);
      const { bidId, bidStatus, version } = await changeStatus(
        context,
        request.body,
        by,
      );
      return {
        success: true,
        bidId,
        bidStatus: bidStatus as UpdateBidStatusReply["bidStatus"],
        version,
      };
    },
  });
  route<{ Body: UpdateBidStatusBulkBody; Reply: UpdateBidStatusBulkReply }>(
    app,
    {
      method: "PUT",
      url: "/bid/update-bid-statuses",
      access: [{ roles }, changes("status")],
      body: "update-bid-status#/definitions/bulkBody",
      reply: "update-bid-status#/definitions/bulkReply",
      summary: "Set the statuses of several bids, each with its own result",
      isIdempotent: true,
      handler: async (request) => ({
        success: true,
        results: await changeStatuses(context, request.body.rows, request),
      }),
    },
  );
  route<{ Body: UpdateBidPriceBody; Reply: UpdateBidPriceReply }>(app, {
    method: "PUT",
    url: "/bid/update-bid-price",
    access: changes("amount"),
    body: "update-bid-price#/definitions/body",
    reply: "update-bid-price#/definitions/reply",
    summary: "Change amount, group, type and comment of a bid",
    isIdempotent: true,
    handler: async (request) => {
      const { jasId, amount, version, comment, ...choices } = request.body;
      const { exportType, bidGroup, adjustmentPrice } = choices;
      const changed = await changeBid(context, {
        ...requestedBy(request),
        bidId: jasId,
        version,
        values: {
          bidAmount: amount,
          adjustmentPrice,
          ...(exportType === undefined
            ? {}
            : { exportType: nullIfNone(exportType) }),
          ...(bidGroup === undefined ? {} : { bidGroup: nullIfNone(bidGroup) }),
          ...(comment === undefined
            ? {}
            : { message: comment?.trim() || null }),
        },
      });
      return {
        success: true,
        bidId: changed.bidId,
        bidAmount: changed.bidAmount,
        bidStatus: changed.bidStatus as UpdateBidPriceReply["bidStatus"],
        bidDate: changed.bidDate,
        exportType: changed.exportType,
        version: changed.version,
      };
    },
  });
}
