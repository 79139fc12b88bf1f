import { sql } from "kysely";
import { addDays, japanClock } from "../../domain/japanTime";
import { inTransaction } from "../platform/database";
import { repeatUntilDone, type Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import { purchaseKind } from "./purchaseKind";
import { rewritePurchase } from "./purchases";

/** Reminders begin at this time in Japan. */
const from = "09:00";

/** Steps that are due before this day have no reminders. */
const earliest = "2000-01-01";

/** Purchases that one statement finds. */
const rowsAtOnce = 200;

/**
 * Makes the job that marks purchases whose next step is due tomorrow or overdue. The notices of
 * the list send the mails about new marks. The database has each step with its due day once,
 * which prevents a second reminder.
 */
export const reminderJob = (
  context: Pick<Context, "schemas" | "recordKinds" | "database" | "clock">,
): Job => ({
  name: "purchase-reminders",
  everySeconds: 600,
  run: async (signal) => {
    const at = context.clock.now();
    const { day, time } = japanClock(at);
    if (time < from) return 0;
    let last = "0";
    return repeatUntilDone(signal, async () => {
      const due = await findDue(context, { last, latest: addDays(day, 1) });
      last = due.at(-1) ?? last;
      for (const id of due) {
        if (signal.aborted) break;
        await remind(context, { id, day, at });
      }
      return due.length === 0 ? null : due.length;
    });
  },
});

/**
 * Returns purchases after the last one whose next step is due by a day and has no reminder.
 * A day long before all purchases is a typing error, and PostgreSQL has no year 0.
 */
async function findDue(
  { database }: Pick<Context, "database">,
  { last, latest }: { last: string; latest: string },
): Promise<string[]> {
  const found = await database.longRunning
    .selectFrom("records")
    .select("id")
    .where("row_schema", "=", purchaseKind.row)
    .where("id", ">", last)
    .where(sql<boolean>`data ->> 'nextDue' between ${earliest} and ${latest}`)
    .where(
      sql<boolean>`not exists (
        select from purchase_reminders as reminder
        where reminder.record_id = records.id
          and reminder.action = records.data ->> 'nextAction'
          and reminder.due::text = records.data ->> 'nextDue')`,
    )
    .orderBy("id")
    .limit(rowsAtOnce)
    .execute();
  return found.map(({ id }) => id);
}

/** Notes the reminder of the present step, and marks the purchase if it is the first one. */
const remind = (
  context: Pick<Context, "schemas" | "recordKinds" | "database">,
  { id, day, at }: { id: string; day: string; at: Date },
): Promise<number> =>
  inTransaction(context.database, async (trx) => {
    const { rows } = await sql`
      insert into purchase_reminders (record_id, action, due, at)
      select id, data ->> 'nextAction', (data ->> 'nextDue')::date,
        ${at}::timestamptz
      from (select id, data from records where id = ${id} for update) as purchase
      where data ->> 'nextDue' between ${earliest} and ${addDays(day, 1)}
      on conflict do nothing returning due`.execute(trx);
    if (rows.length === 0) return 0;
    const changes = { remindedOn: day };
    return rewritePurchase(context, trx, { id, at, changes });
  });
