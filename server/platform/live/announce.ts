import { sql, type Transaction } from "kysely";
import type { Tables } from "../database";

/** The NOTIFY channel for changes that the live stream reports. */
export const liveChannel = "seriba_live";

/**
 * Announces that the transaction changes lots or bids; every server reads the
 * changes as soon as it commits. Call it before the first write: it assigns the
 * transaction id, from which readers know that a change number taken in this
 * transaction may not be visible yet.
 */
export async function announceChange(
  trx: Transaction<Tables>,
  topic: "bids" | "lots",
): Promise<void> {
  await sql`
    select pg_notify(${liveChannel}, ${topic}), pg_current_xact_id()::text
  `.execute(trx);
}
