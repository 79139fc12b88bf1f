import { sql, type Transaction } from "kysely";
import type { Tables } from "../database";

/** The channel on which writers say that something has changed. */
export const liveChannel = "seriba_live";

/**
 * Says that the transaction changes rows that viewers follow, so that every
 * server looks for what is newer as soon as it commits. Call it before the
 * first write: it gives the transaction its number, by which readers know that
 * a change number taken in it may not be visible yet.
 */
export async function announceChange(
  trx: Transaction<Tables>,
  topic: "bids" | "lots",
): Promise<void> {
  await sql`
    select pg_notify(${liveChannel}, ${topic}), pg_current_xact_id()::text
  `.execute(trx);
}
