import { sql, type Transaction } from "kysely";
import type { Tables } from "../platform/database";
import type { ListNotice } from "./declaredNotices";

/** The name of the job that queues the mails of notices. */
export const noticeMailJobName = "notice-mails";

/** A mail about changes waits for more changes of the same import. */
const collectedMinutes = 2;
/** A mail about changes takes in no changes that come later than this after its first one. */
const longestMinutes = 10;
/** A mail about differences waits this many times its minutes, counted from its first change. */
const mostWaits = 8;

/** Returns the minutes for which a mail waits after each change, and after the first change. */
const minutesOf = ({ notice: { afterMinutes } }: ListNotice) =>
  afterMinutes === undefined
    ? { each: collectedMinutes, all: longestMinutes }
    : { each: afterMinutes, all: afterMinutes * mostWaits };

const later = (time: Date, minutes: number): Date =>
  new Date(time.getTime() + minutes * 60_000);

type Wait = ListNotice & {
  userIds: readonly string[];
  /** The rows that the mails are about; null for a schedule. */
  range: { from: string; to: string } | null;
  now: Date;
};

/**
 * Lets mails of a notice wait for the users who wish such mails. Further changes join the
 * mail that waits, so that an import gives one mail.
 */
export async function addWaits(
  trx: Transaction<Tables>,
  wait: Wait,
): Promise<void> {
  const { resource, notice, userIds, range, now } = wait;
  if (userIds.length === 0) return;
  const minutes = minutesOf(wait);
  const due = range ? later(now, minutes.each) : now;
  const latest = sql`notice_waits.first_at + ${minutes.all} * interval '1 minute'`;
  await sql`
    insert into notice_waits
      (user_id, resource, notice, from_id, to_id, first_at, due_at)
    select id, ${resource.name}, ${notice.id}, ${range?.from ?? null}::bigint,
      ${range?.to ?? null}::bigint, ${now}::timestamptz, ${due}::timestamptz
    from users where id = any(${userIds}::bigint[]) and alert_mails
    order by id
    on conflict (user_id, resource, notice) do update set
      from_id = coalesce(notice_waits.from_id, excluded.from_id),
      to_id = coalesce(excluded.to_id, notice_waits.to_id),
      due_at = greatest(notice_waits.due_at, least(excluded.due_at, ${latest}))
  `.execute(trx);
}
