import type { FastifyRequest } from "fastify";
import type {
  UpdateBidStatusBody,
  UpdateBidStatusBulkResult,
} from "../../generated/schemas";
import { toFailure } from "../platform/http/answerErrors";
import { sessionOf } from "../platform/http/request";
import { readIdempotencyKey } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import type { BidContext, BidChange, Person } from "./bidContext";
import { findBidOwner } from "./bidQueries";
import type { ChangedBid } from "./bidValues";
import { changeBid } from "./changeBid";
import { settleBids } from "./settlement/settleBids";

/** Returns the part of a change that comes from the request's session and key. */
export const requestedBy = (
  request: FastifyRequest,
): { actor: Person; key: string | null } => ({
  actor: sessionOf(request),
  key: readIdempotencyKey(request.headers["idempotency-key"]),
});

/**
 * Sets the status of one bid. The win of the last car of a group also finishes the
 * bids that come after it, and a win that is taken back reopens them. Throws as
 * `changeBid`.
 */
export async function changeStatus(
  context: BidContext & Pick<Context, "log">,
  body: UpdateBidStatusBody,
  by: Pick<BidChange, "actor" | "key">,
): Promise<ChangedBid> {
  const { bidId } = body;
  const changed = await changeBid(context, {
    ...by,
    bidId,
    values: { bidStatus: body.status },
    version: body.version,
    isConfirmed: body.confirm === 1,
    confirmedPrice: body.confirmedPrice,
    isUndo: body.undo === true,
  });
  if (changed.bidGroup !== null) await settleGroup(context, bidId);
  return changed;
}

/**
 * Settles the other bids of the client of a changed bid. The change is saved already, so
 * an error is left to the next run of the job.
 */
export async function settleGroup(
  context: BidContext & Pick<Context, "log">,
  bidId: string,
): Promise<void> {
  try {
    const owner = await findBidOwner(context.database.kysely, bidId);
    if (owner) await settleBids(context, { userId: owner.user_id });
  } catch (error) {
    context.log.warn({ err: error }, "a group of bids could not be settled");
  }
}

/**
 * Sets the status of each bid in a transaction of its own and returns one
 * result for each, in order. A refused bid does not keep the others from
 * changing. Each bid has its own idempotency key, so a retry changes only those
 * bids that did not change before.
 */
export async function changeStatuses(
  context: BidContext & Pick<Context, "messages" | "log">,
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
      results.push({ success: true, bidId, bidStatus, version });
    } catch (error) {
      const { code, status, details } = toFailure(error);
      if (status === 500)
        request.log.error({ err: error }, "a bid of several did not change");
      results.push({
        success: false,
        bidId,
        messageCode: code,
        error: context.messages.translate(
          request.language,
          `errors.${code}`,
          {},
          details.section,
        ),
        ...(details.current ? { current: { ...details.current } } : {}),
        ...(details.changed ? { changed: details.changed } : {}),
      });
    }
  }
  return results;
}
