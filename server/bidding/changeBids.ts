import type { FastifyRequest } from "fastify";
import type {
  UpdateBidStatusBody,
  UpdateBidStatusBulkResult,
} from "../../generated/schemas";
import { toFailure } from "../platform/http/answerErrors";
import { sessionOf } from "../platform/http/request";
import { readIdempotencyKey } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import type { BidContext } from "./bidPorts";
import { changeBid, type BidChange, type ChangedBid } from "./changeBid";

/** Returns the part of a change that comes from the request's session and key. */
export const requestedBy = (
  request: FastifyRequest,
): Pick<BidChange, "actor" | "key"> => {
  const { viewer, fullName } = sessionOf(request);
  return {
    actor: { viewer, fullName },
    key: readIdempotencyKey(request.headers["idempotency-key"]),
  };
};

/** Sets the status of one bid. Throws as `changeBid`. */
export const changeStatus = (
  context: BidContext,
  body: UpdateBidStatusBody,
  by: Pick<BidChange, "actor" | "key">,
): Promise<ChangedBid> =>
  changeBid(context, {
    ...by,
    bidId: body.bidId,
    values: { bidStatus: body.status },
    version: body.version,
    isConfirmed: body.confirm === 1,
    isUndo: body.undo === true,
  });

/**
 * Sets the status of each bid in a transaction of its own and returns one
 * result for each, in order. A refused bid does not keep the others from
 * changing. Each bid has its own idempotency key, so a retry changes only those
 * bids that did not change before.
 */
export async function changeStatuses(
  context: BidContext & Pick<Context, "messages">,
  rows: readonly UpdateBidStatusBody[],
  request: FastifyRequest,
): Promise<UpdateBidStatusBulkResult[]> {
  const { actor, key } = requestedBy(request);
  const results: UpdateBidStatusBulkResult[] = [];
  for (const row of rows) {
    const { bidId } = row;
    const ownKey = key === null ? null : `${key} ${bidId}`;
    try {
      const by = { actor, key: ownKey };
      const { bidStatus, version } = await changeStatus(context, row, by);
      results.push({
        success: true,
        bidId,
        bidStatus: bidStatus as UpdateBidStatusBulkResult["bidStatus"],
        version,
      });
    } catch (error) {
      const { code, status, details } = toFailure(error);
      if (status === 500)
        request.log.error({ err: error }, "a bid of several did not change");
      results.push({
        success: false,
        bidId,
        messageCode: code,
        error: context.messages.translate(request.language, `errors.${code}`),
        ...(details.current ? { current: { ...details.current } } : {}),
      });
    }
  }
  return results;
}
