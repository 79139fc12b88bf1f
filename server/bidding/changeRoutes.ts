import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  clientCalls,
  mayChangeBids,
  type BidValueCall,
} from "../../domain/bidRights";
import type { UpdateSoldPriceBody } from "../../generated/schemas";
import { bodyCall, type ComputedAccess, route } from "../platform/http/route";
import type { Context } from "../workspace/context";
import type { BidContext } from "./bidContext";
import type { BidValues } from "./bidValues";
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
    ...bodyCall("update-bid-status"),
    summary: "Set the status of a bid; clients can only cancel",
    isIdempotent: true,
    handler: async (request) => ({
      success: true,
      ...(await changeStatus(context, request.body, requestedBy(request))),
    }),
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
    ...bodyCall("update-bid-price"),
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
      return { success: true, ...changed };
    },
  });
  route(app, {
    method: "PUT",
    url: "/bid/correct-outcome",
    access: [{ roles }, changes("outcome")],
    ...bodyCall("correct-outcome"),
    summary: "Correct the outcome of an ended bid, with a reason",
    isIdempotent: true,
    handler: async (request) => {
      const { actor: person, key } = requestedBy(request);
      const { body } = request;
      const changed = await correctOutcome(context, { person, key, body });
      for (const bidId of [body.takenFrom, body.bidId])
        if (bidId) await settleGroup(context, bidId);
      return { success: true, ...changed };
    },
  });
  registerValueCalls(app, context);
}

/** Registers the calls by which managers change a single value of a bid. */
function registerValueCalls(
  app: FastifyInstance,
  context: Context & BidContext,
): void {
  route(app, {
    method: "PUT",
    url: "/bid/update-sold-price",
    access: changes("soldPrice"),
    ...bodyCall("update-sold-price"),
    summary: "Record the sold price of a bid",
    isIdempotent: true,
    handler: (request) => changeValue(context, request, "soldPrice"),
  });
  route(app, {
    method: "PUT",
    url: "/bid/update-auto-bid",
    access: changes("autoBid"),
    ...bodyCall("update-auto-bid"),
    summary: "Switch the auto-bid of a bid on or off",
    isIdempotent: true,
    handler: (request) => changeValue(context, request, "autoBid"),
  });
  route(app, {
    method: "PUT",
    url: "/bid/update-adjustment-price",
    access: changes("adjustmentPrice"),
    ...bodyCall("update-adjustment-price"),
    summary: "Set the adjustment price of a bid",
    isIdempotent: true,
    handler: (request) => changeValue(context, request, "adjustmentPrice"),
  });
}

type ValueBody = BidValues &
  Pick<UpdateSoldPriceBody, "bidId" | "version" | "undo" | "confirm">;

/** Changes one value of the bid that a request names, and returns the bid. */
const changeValue = async (
  context: BidContext,
  request: FastifyRequest<{ Body: ValueBody }>,
  field: "soldPrice" | "autoBid" | "adjustmentPrice",
) => {
  const { bidId, version, undo, confirm } = request.body;
  const changed = await changeBid(context, {
    ...requestedBy(request),
    bidId,
    values: { [field]: request.body[field] },
    version,
    isUndo: undo === true,
    isConfirmed: confirm === 1,
  });
  return { success: true as const, ...changed };
};
