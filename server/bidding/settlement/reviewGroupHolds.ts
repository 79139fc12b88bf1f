import { sql, type Transaction } from "kysely";
import { lockLots } from "../../catalog";
import { lockAccount, reviewHolds } from "../../payments";
import {
  inTransaction,
  type Reader,
  type Tables,
} from "../../platform/database";
import { holdsOfRounds } from "../bidMoney";
import type { BidContext } from "../bidContext";
import { forEachClient } from "./forEachClient";

/**
 * Computes the holds of groups again after an auction of them has begun or moved, because
 * other bids may win by then. Returns the number of clients with such groups. The import of
 * a lot cannot do this, because accounts are locked before lots.
 * If the groups of a client cannot be reviewed, the others are; the first error is thrown
 * at the end.
 */
export async function reviewGroupHolds(
  { database, clock }: Pick<BidContext, "database" | "clock">,
  signal?: AbortSignal,
): Promise<number> {
  const users = await database.background
    .selectFrom("bids")
    .select("user_id")
    .distinct()
    .where(isDue)
    .orderBy("user_id")
    .execute();
  let reviewed = 0;
  await forEachClient(
    database,
    users,
    async ({ user_id: userId }) => {
      await inTransaction(database, (trx) =>
        reviewClient(trx, userId, clock.now()),
      );
      reviewed += 1;
    },
    signal,
  );
  return reviewed;
}

/** Without a parameter, as the partial index has it. */
const isDue = sql<boolean>`hold_due`;

const dueBids = (db: Reader, userId: string) =>
  db
    .selectFrom("bids")
    .select(["id", "lot_id"])
    .where("user_id", "=", userId)
    .where(isDue);

async function reviewClient(
  trx: Transaction<Tables>,
  userId: string,
  now: Date,
): Promise<void> {
  await lockAccount(trx, userId);
  const due = await dueBids(trx, userId).execute();
  // Another server was faster.
  if (due.length === 0) return;
  await lockLots(
    trx,
    due.map(({ lot_id }) => lot_id),
  );
  // The lots are read after the marks are gone, so that no later change is missed.
  const bids = await trx
    .updateTable("bids")
    .set({ hold_due: false })
    .where("user_id", "=", userId)
    .where(
      "id",
      "in",
      due.map(({ id }) => id),
    )
    .where(isDue)
    .returning(["id", "bid_group_id", "group_round"])
    .execute();
  const ofGroups = bids.filter(({ bid_group_id }) => bid_group_id !== null);
  const rounds = new Map(
    ofGroups.map((bid) => [`${bid.bid_group_id} ${bid.group_round}`, bid]),
  );
  await reviewHolds(trx, {
    userId,
    holds: [
      // Bids of release 0.2 hold their own amounts.
      ...ofGroups.map(({ id }) => ({ subject: { bidId: id }, amount: 0 })),
      ...(await holdsOfRounds(trx, userId, [...rounds.values()], now)),
    ],
    at: now,
  });
}
