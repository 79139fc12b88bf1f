import { sql, type Transaction } from "kysely";
import { announceChange, type ChangeRange } from "../../platform/changes";
import type { Tables, Reader } from "../../platform/database";

/** Returns the number of alerts that a user has not read. */
export async function countUnreadAlerts(
  db: Reader,
  userId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom("alerts")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds the alerts of a user with the searches that they are about. */
export const findAlerts = (
  db: Reader,
  { userId, ids }: { userId: string; ids: readonly string[] },
) =>
  db
    .selectFrom("alerts")
    .leftJoin("saved_searches", (join) =>
      join
        .onRef("saved_searches.user_id", "=", "alerts.user_id")
        .onRef("saved_searches.id", "=", "alerts.search_id"),
    )
    .select(["alerts.id", "alerts.list_type", "alerts.lot_id"])
    .select("saved_searches.params")
    .where("alerts.user_id", "=", userId)
    .where(sql<boolean>`alerts.id = any(${ids}::bigint[])`)
    .execute();

/** Finds the alerts that were added, changed or read in a range of change numbers. */
export const findChangedAlerts = (
  db: Reader,
  { after, upTo, most }: ChangeRange & { most: number },
) =>
  db
    .selectFrom("alerts")
    .select(["id", "user_id", "read_at"])
    .where("seq", ">", String(after))
    .where("seq", "<=", String(upTo))
    .limit(most)
    .execute();

/** Marks alerts of a user as read and announces it. Alerts of others and read ones stay as they are. */
export async function markAlertsRead(
  trx: Transaction<Tables>,
  { userId, ids, now }: { userId: string; ids: readonly string[]; now: Date },
): Promise<void> {
  await trx
    .selectFrom("alerts")
    .select("id")
    .where("user_id", "=", userId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  await announceChange(trx, "alerts");
  await trx
    .updateTable("alerts")
    .set({ read_at: now, seq: sql`nextval('change_seq')` })
    .where("user_id", "=", userId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where("read_at", "is", null)
    .execute();
}
