import { hasFlag } from "../../domain/access";
import { largestBid } from "../../domain/bidRules";
import type {
  ClientStandingQuery,
  ClientStandingReply,
} from "../../generated/schemas";
import { failure } from "../platform/errors";
import type { Context } from "../workspace/context";
import { countOtherBids, findActiveBid } from "./bidQueries";
import { readBalance } from "./clientLimits";
import { findBiddingClient } from "./placeBidForClient";

/**
 * Returns the largest amount in yen that a client or dealer may bid now, the amount of
 * the client's active bid on a lot, and how many other clients bid on it. Throws not_found
 * unless the user is an enabled client or dealer.
 */
export async function readClientStanding(
  context: Pick<Context, "database" | "clock">,
  { userId, carId }: ClientStandingQuery,
): Promise<ClientStandingReply> {
  const { kysely } = context.database;
  const viewer = await findBiddingClient(kysely, userId);
  if (!viewer) throw failure("not_found");
  const [account, bid, rivals] = await Promise.all([
    readBalance(context, userId),
    findActiveBid(kysely, userId, carId),
    countOtherBids(kysely, userId, carId),
  ]);
  return {
    success: true,
    allowed: hasFlag(viewer, "creditLimitCheck") ? largestBid(account) : null,
    activeBid: bid?.amount ?? null,
    rivals,
  };
}
