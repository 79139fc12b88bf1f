import type { Transaction } from "kysely";
import { activeBidStatuses } from "../../domain/bidStatus";
import type { Tables } from "../platform/database";

/** Returns whether a client has an active bid on a lot. */
export const hasBid = async (
  trx: Transaction<Tables>,
  { userId, lotId }: { userId: string; lotId: string },
): Promise<boolean> =>
  (await trx
    .selectFrom("bids")
    .select("id")
    .where("user_id", "=", userId)
    .where("lot_id", "=", lotId)
    .where("bid_status", "in", activeBidStatuses)
    .limit(1)
    .executeTakeFirst()) !== undefined;
