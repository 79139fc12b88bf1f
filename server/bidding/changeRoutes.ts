import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  clientCalls,
  mayChangeBids,
  type BidValueCall,
} from "../../domain/bidRights";
import type {
  CorrectOutcomeReply,
  UpdateBidPriceReply,
  UpdateBidStatusReply,
  UpdateSoldPriceBody,
} from "../../generated/schemas";
import { route, type ComputedAccess } from "../platform/http/route";
import type { Context } from "../workspace/context";
import type { BidContext } from "./bidPorts";
import type { BidValues, ChangedBid } from "./bidValues";
import { changeBid } from "./changeBid";
import {
  changeStatus,
  changeStatuses,
  requestedBy,
  settleGroup,
} from "./changeBids";
import { correctOutcome } from "./correctOutcome";
import { nullIfNone } from "./placeBid";

/** The right to a call that changes bids. */
const changes = (call: BidValueCall): ComputedAccess => ({
  allows: (viewer) => mayChangeBids(viewer, call),
  description: clientCalls.includes(call)
    ? "Managers with the flag of the call; clients and dealers for their bids"
    : "Managers with the flag of the call",
});

/** Registers the calls that change bids. */
export function registerBidChanges(
  app: FastifyInstance,
  context: Context & BidContext,
): void {
  const roles: ("manager" | "admin")[] = ["manager", "admin"];
  route(app, {
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
  route(app, {
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
  });
  route(app, {
    method: "PUT",
    url: "/bid/update-bid-price",
    access: changes("amount"),
    body: "update-bid-price#/definitions/body",
    reply: "update-bid-price#/definitions/reply",
    summary: "Change amount, group and type of a bid",
    isIdempotent: true,
    handler: async (request) => {
      const { jasId, amount, version, ...choices } = request.body;
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
  route(app, {
    method: "PUT",
    url: "/bid/correct-outcome",
    access: [{ roles }, changes("outcome")],
    body: "correct-outcome#/definitions/body",
    reply: "correct-outcome#/definitions/reply",
    summary: "Correct the outcome of an ended bid, with a reason",
    isIdempotent: true,
    handler: async (request) => {
      const { actor: person, key } = requestedBy(request);
      const { body } = request;
      const changed = await correctOutcome(context, { person, key, body });
      for (const bidId of [body.takenFrom, body.bidId])
        if (bidId) await settleGroup(context, bidId);
      return {
        success: true,
        bidId: changed.bidId,
        bidStatus: changed.bidStatus as CorrectOutcomeReply["bidStatus"],
        soldPrice: changed.soldPrice,
        version: changed.version,
      };
    },
  });
  registerValueCalls(app, context);
}

/** Changes one value of the bid that a request names, and returns the bid. */
const changeValue = (
  context: BidContext,
  request: FastifyRequest,
  {
    bid: { bidId, version, undo, confirm },
    values,
  }: {
    bid: Pick<UpdateSoldPriceBody, "bidId" | "version" | "undo" | "confirm">;
    values: BidValues;
  },
): Promise<ChangedBid> =>
  changeBid(context, {
    ...requestedBy(request),
    bidId,
    values,
    version,
    isUndo: undo === true,
    isConfirmed: confirm === 1,
  });

/** Registers the calls by which managers change a single value of a bid. */
function registerValueCalls(
  app: FastifyInstance,
  context: Context & BidContext,
): void {
  route(app, {
    method: "PUT",
    url: "/bid/update-sold-price",
    access: changes("soldPrice"),
    body: "update-sold-price#/definitions/body",
    reply: "update-sold-price#/definitions/reply",
    summary: "Record the sold price of a bid",
    isIdempotent: true,
    handler: async (request) => {
      const { soldPrice, ...bid } = request.body;
      const values = { soldPrice };
      const changed = await changeValue(context, request, { bid, values });
      return {
        success: true,
        bidId: changed.bidId,
        soldPrice: changed.soldPrice,
        version: changed.version,
      };
    },
  });
  route(app, {
    method: "PUT",
    url: "/bid/update-auto-bid",
    access: changes("autoBid"),
    body: "update-auto-bid#/definitions/body",
    reply: "update-auto-bid#/definitions/reply",
    summary: "Switch the auto-bid of a bid on or off",
    isIdempotent: true,
    handler: async (request) => {
      const { autoBid, ...bid } = request.body;
      const values = { autoBid };
      const changed = await changeValue(context, request, { bid, values });
      return {
        success: true,
        bidId: changed.bidId,
        autoBid: changed.autoBid,
        version: changed.version,
      };
    },
  });
  route(app, {
    method: "PUT",
    url: "/bid/update-adjustment-price",
    access: changes("adjustmentPrice"),
    body: "update-adjustment-price#/definitions/body",
    reply: "update-adjustment-price#/definitions/reply",
    summary: "Set the adjustment price of a bid",
    isIdempotent: true,
    handler: async (request) => {
      const { adjustmentPrice, ...bid } = request.body;
      const values = { adjustmentPrice };
      const changed = await changeValue(context, request, { bid, values });
      return {
        success: true,
        bidId: changed.bidId,
        adjustmentPrice: changed.adjustmentPrice,
        version: changed.version,
      };
    },
  });
}
