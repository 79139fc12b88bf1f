import { sql, type Transaction } from "kysely";
import type { AlertKind } from "../../../domain/alerts";
import { announceChange, type ChangeRange } from "../../platform/changes";
import type { Reader, Tables } from "../../platform/database";
import type { JobQueue } from "../../platform/jobs";
import { type FoundLots, mostShownLots } from "./findMatchingLots";

/** The name of the job that queues the mails of alerts. */
export const alertMailJobName = "alert-mails";

/** A mail of new lots waits for more lots of the same import. */
const collectedMinutes = 2;
/** An alert takes in no lots that come later than this after its first lot. */
const longestMinutes = 10;

export type NewAlert = FoundLots & {
  userId: string;
  kind: AlertKind;
  title: string;
  listType: string;
  searchId?: string;
  lotId?: string;
  auctionAt?: Date | null;
  price?: number | null;
};

/**
 * Adds an alert to a user's list and sets when it is mailed, if the user wishes mails.
 * With `isCollected`, new lots of a search join its last alert while that is unread and
 * was not mailed, so that an import gives one alert. The caller writes the deliveries
 * in the same transaction.
 */
export async function addAlert(
  trx: Transaction<Tables>,
  { jobs, now }: { jobs: JobQueue; now: Date },
  alert: NewAlert & { isCollected?: boolean },
): Promise<void> {
  const { alert_mails: hasMail } = await trx
    .selectFrom("users")
    .select("alert_mails")
    .where("id", "=", alert.userId)
    .executeTakeFirstOrThrow();
  const { userId, lots, total, isCollected = false } = alert;
  const wait = isCollected ? collectedMinutes * 60_000 : 0;
  const due = hasMail ? new Date(now.getTime() + wait) : null;
  const last = isCollected && (await lockLast(trx, { alert, due, now }));
  await announceChange(trx, "alerts");
  if (last) return join(trx, { last, alert, due });
  await trx
    .insertInto("alerts")
    .values({
      user_id: userId,
      kind: alert.kind,
      title: alert.title,
      list_type: alert.listType,
      search_id: alert.searchId,
      lot_id: alert.lotId,
      total,
      lots: JSON.stringify(lots),
      auction_at: alert.auctionAt,
      price: alert.price,
      at: now,
      mail_due_at: due,
    })
    .execute();
  if (due && wait === 0) await jobs.enqueue(trx, alertMailJobName);
}

/** Locks and returns the last alert of the search if further lots may join it. */
function lockLast(
  trx: Transaction<Tables>,
  { alert, due, now }: { alert: NewAlert; due: Date | null; now: Date },
) {
  const from = new Date(now.getTime() - longestMinutes * 60_000);
  return trx
    .selectFrom("alerts")
    .select(["id", "lots", "at"])
    .where("user_id", "=", alert.userId)
    .where("search_id", "=", alert.searchId ?? null)
    .where("read_at", "is", null)
    .where("mail_due_at", due ? "is not" : "is", null)
    .where("at", ">", from)
    .orderBy("id", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

type Last = NonNullable<Awaited<ReturnType<typeof lockLast>>>;

async function join(
  trx: Transaction<Tables>,
  { last, alert, due }: { last: Last; alert: NewAlert; due: Date | null },
): Promise<void> {
  const latest = new Date(last.at.getTime() + longestMinutes * 60_000);
  await trx
    .updateTable("alerts")
    .set((eb) => ({
      total: eb("total", "+", alert.total),
      lots: JSON.stringify(
        [...last.lots, ...alert.lots].slice(0, mostShownLots),
      ),
      lot_id: null,
      mail_due_at: due && (due < latest ? due : latest),
      seq: sql`nextval('change_seq')`,
    }))
    .where("id", "=", last.id)
    .execute();
}

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
