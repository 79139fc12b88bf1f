import { sql } from "kysely";
import type { Database } from "../database";

/**
 * Holds all mails that wait, because the program may have sent them after the backup
 * was made. Returns how many mails are held.
 */
export async function holdMails({
  longRunning,
}: Pick<Database, "longRunning">): Promise<number> {
  await longRunning
    .updateTable("outbox")
    .set({ state: "held", due_at: null })
    .where("state", "=", "waiting")
    .execute();
  const { count } = await longRunning
    .selectFrom("outbox")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("state", "=", "held")
    .executeTakeFirstOrThrow();
  return count;
}

/** Lets the held mails be sent, or drops them. Returns their number. */
export async function settleHeldMails(
  { longRunning }: Pick<Database, "longRunning">,
  { action, now }: { action: "send" | "drop"; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await longRunning
    .updateTable("outbox")
    .set(
      action === "send"
        ? { state: "waiting", due_at: now }
        : { state: "dropped" },
    )
    .where("state", "=", "held")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
