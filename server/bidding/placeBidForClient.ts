import { roleOf, hasFlag, type Viewer } from "../../domain/access";
import { largestBid } from "../../domain/bidRules";
import type {
  BidFromManagerBody,
  PlaceBidReply,
  ClientStandingQuery,
  ClientStandingReply,
} from "../../generated/schemas";
import { findViewer } from "../identity";
import {
  failure,
  Failure,
  fieldFailure,
  type ErrorCode,
} from "../platform/errors";
import type { Context } from "../workspace/context";
import type { BidContext } from "./bidContext";
import { countOtherBids, findActiveBid } from "./presentBids";
import { placeBid, type BidRequest } from "./placeBid";
import { readBalance } from "./readBidInfo";

/** Refusals whose text speaks to the client, by their text for managers. */
const codesForManagers: Partial<Record<ErrorCode, ErrorCode>> = {
  bid_exists: "client_bid_exists",
  restricted_user: "client_restricted",
};

/** Returns an enabled client or dealer, for whom managers bid; else null. */
async function findBiddingClient(
  db: Context["database"]["kysely"],
  userId: string,
): Promise<Viewer | null> {
  const viewer = await findViewer(db, userId);
  const role = viewer && roleOf(viewer);
  return role === "client" || role === "dealer" ? viewer : null;
}

/**
 * Places a maximum bid, in yen, for a client or dealer. The limits, credit and
 * deadline of the client apply; the log and the bid name the manager. Throws as
 * `placeBid`, with `client_bid_exists` and `client_restricted` in place of
 * `bid_exists` and `restricted_user`, and 422 beside `userId` unless it is an
 * enabled client.
 */
export async function placeBidForClient(
  context: BidContext & Pick<Context, "workspace">,
  {
    manager,
    body: { userId, ...body },
    key,
  }: {
    manager: BidRequest["client"];
    body: BidFromManagerBody;
    key: string | null;
  },
): Promise<PlaceBidReply> {
  const viewer = await findBiddingClient(context.database.kysely, userId);
  if (!viewer) throw fieldFailure("userId", "invalid_choice");
  try {
    const client = { viewer, fullName: "" };
    return await placeBid(context, { client, manager, body, key });
  } catch (error) {
    const code = error instanceof Failure && codesForManagers[error.code];
    if (!code) throw error;
    throw failure(code, error.details);
  }
}

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
