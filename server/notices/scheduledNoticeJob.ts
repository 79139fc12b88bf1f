import { sql, type Transaction } from "kysely";
import { japanClock, weekdayOf } from "../../domain/japanTime";
import type { Notice } from "../../domain/resource";
import { findAllowed } from "../identity";
import { inTransaction, type Tables } from "../platform/database";
import type { Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import { logOnce, noticesOn, type ListNotice } from "./declaredNotices";
import { addWaits, noticeMailJobName } from "./waits";

type JobContext = Pick<
  Context,
  "database" | "clock" | "jobs" | "workspace" | "log"
>;

/**
 * Makes the job that begins the scheduled notices, each once on a day by Japan's calendar.
 * The note of the day and the waiting mails are one transaction. A notice whose time has
 * passed while no server ran begins later on the same day.
 */
export function scheduledNoticeJob(context: JobContext): Job {
  const failures = logOnce(context);
  return {
    name: "scheduled-notices",
    everySeconds: 60,
    run: async (signal) => {
      let begun = 0;
      for (const each of noticesOn(context, "schedule")) {
        if (signal.aborted) break;
        try {
          begun += await inTransaction(context.database, (trx) =>
            begin(trx, context, each),
          );
          failures.worked(each);
        } catch (error) {
          failures.failed(each, error);
        }
      }
      return begun;
    },
  };
}

/** The days of the week, Monday first. */
const weekdays: readonly NonNullable<Notice["days"]>[number][] = [
  ...(["monday", "tuesday", "wednesday", "thursday"] as const),
  ...(["friday", "saturday", "sunday"] as const),
];

/** Returns 1 if the notice begins now, else 0. */
async function begin(
  trx: Transaction<Tables>,
  { clock, jobs }: JobContext,
  each: ListNotice,
): Promise<number> {
  const { resource, notice } = each;
  const { days = [], at = "", to } = notice;
  const now = clock.now();
  const { day, time } = japanClock(now);
  const today = weekdays[weekdayOf(day) - 1];
  if (!today || !days.includes(today) || time < at) return 0;
  const { rows } = await sql`
    insert into notice_days (resource, notice, day)
    values (${resource.name}, ${notice.id}, ${day})
    on conflict (resource, notice) do update set day = excluded.day
      where notice_days.day < excluded.day
    returning day`.execute(trx);
  if (rows.length === 0) return 0;
  const userIds = to.access ? await findAllowed(trx, to.access) : [];
  await addWaits(trx, { ...each, userIds, range: null, now });
  await jobs.enqueue(trx, noticeMailJobName);
  return 1;
}
