import { sql, type Transaction } from "kysely";
import { addDays, japanClock } from "../../domain/japanTime";
import { inTransaction, type Tables } from "../platform/database";
import { repeatUntilDone, type Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import { purchaseKind, reminded } from "./purchaseKind";
import { rewritePurchase } from "./purchases";
import { hasComeBack } from "./roundsOfSteps";

/** Reminders begin at this time in Japan. */
const from = "09:00";

/** Steps that are due before this day have no reminders. */
const earliest = "2000-01-01";

/** Purchases that one statement finds. */
const rowsAtOnce = 200;

type JobContext = Pick<
  Context,
  "schemas" | "recordKinds" | "database" | "clock"
>;

/**
 * Makes the job that marks purchases with a step that is due tomorrow or overdue: the next step
 * of the client, and that of the staff. The notices of the list send the mails about new marks.
 * The database has each step with its due day once, which prevents a second reminder. A step
 * that was done and is to be done again is reminded again.
 */
export const reminderJob = (context: JobContext): Job => ({
  name: "purchase-reminders",
  everySeconds: 600,
  run: async (signal) => {
    const at = context.clock.now();
    const { day, time } = japanClock(at);
    if (time < from) return 0;
    let last = "0";
    const failed: unknown[] = [];
    const done = await repeatUntilDone(signal, async () => {
      const due = await findDue(context, { last, latest: addDays(day, 1) });
      last = due.at(-1) ?? last;
      for (const id of due) {
        if (signal.aborted) break;
        // The purchases after one that fails are reminded all the same.
        await remind(context, { id, day, at }).catch((error: unknown) =>
          failed.push(error),
        );
      }
      return due.length === 0 ? null : due.length;
    });
    if (failed.length > 0)
      throw new AggregateError(failed, "Some purchases were not reminded");
    return done;
  },
});

/**
 * Returns purchases after the last one with a step that is due by a day and may need a reminder.
 * A day long before all purchases is a typing error, and PostgreSQL has no year 0.
 */
async function findDue(
  { database }: Pick<Context, "database">,
  { last, latest }: { last: string; latest: string },
): Promise<string[]> {
  const due = reminded.map(
    (step) => sql<boolean>`(
      data ->> ${sql.lit(step.due)} between ${earliest} and ${latest}
      and data ->> ${sql.lit(step.mark)} is null
      and not exists (
        select from purchase_reminders as reminder
        where reminder.record_id = records.id
          and reminder.action = records.data ->> ${sql.lit(step.action)}
          and reminder.due::text = records.data ->> ${sql.lit(step.due)}
          and reminder.version >= records.version))`,
  );
  const found = await database.longRunning
    .selectFrom("records")
    .select("id")
    .where("row_schema", "=", purchaseKind.row)
    .where("id", ">", last)
    .where(sql<boolean>`(${sql.join(due, sql` or `)})`)
    .orderBy("id")
    .limit(rowsAtOnce)
    .execute();
  return found.map(({ id }) => id);
}

/** Notes the reminders of the present steps, and marks the purchase for each new reminder. */
const remind = (
  context: JobContext,
  { id, day, at }: { id: string; day: string; at: Date },
): Promise<number> =>
  inTransaction(context.database, async (trx) => {
    const purchase = await trx
      .selectFrom("records")
      .select(["data", "version"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!purchase) return 0;
    const { data, version } = purchase;
    const changes: Record<string, unknown> = {};
    for (const step of reminded) {
      const { [step.action]: action, [step.due]: due } = data;
      if (typeof action !== "string" || typeof due !== "string") continue;
      if (due < earliest || due > addDays(day, 1) || data[step.mark] != null)
        continue;
      const noted = { id, version, action, due, at };
      if (await noteReminder(trx, noted)) changes[step.mark] = day;
    }
    if (Object.keys(changes).length === 0) return 0;
    return rewritePurchase(context, trx, { id, at, changes });
  });

type Reminder = {
  id: string;
  version: number;
  action: string;
  due: string;
  at: Date;
};

/** Returns whether a step of a locked purchase needs a reminder now, which is then noted. */
async function noteReminder(
  trx: Transaction<Tables>,
  { id, version, action, due, at }: Reminder,
): Promise<boolean> {
  const former = await trx
    .selectFrom("purchase_reminders")
    .select("version")
    .where("record_id", "=", id)
    .where("action", "=", action)
    .where("due", "=", due)
    .executeTakeFirst();
  const isDue =
    !former ||
    (await hasComeBack(trx, { id, action, since: former.version, version }));
  await sql`
    insert into purchase_reminders (record_id, action, due, at, version)
    values (${id}, ${action}, ${due}::date, ${at}, ${version})
    on conflict (record_id, action, due) do update set
      version = excluded.version,
      at = case when ${isDue} then excluded.at else purchase_reminders.at end
  `.execute(trx);
  return isDue;
}
