import type { Transaction } from "kysely";
import type { Database, Tables } from "../platform/database";

/** Ends sessions and links of a user. */
export async function endAccess(
  trx: Transaction<Tables>,
  userId: string,
): Promise<void> {
  for (const table of ["sessions", "known_devices", "link_tokens"] as const)
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
}

/**
 * Ends the sessions of all users and the links that give access. Links of sent mails that
 * stop further mails stay.
 */
export async function endAllAccess({
  longRunning,
}: Pick<Database, "longRunning">): Promise<void> {
  await longRunning.deleteFrom("sessions").execute();
  await longRunning
    .deleteFrom("link_tokens")
    .where("purpose", "not like", "stop-%")
    .execute();
}
