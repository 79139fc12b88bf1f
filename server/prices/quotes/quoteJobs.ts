import { sql, type Transaction } from "kysely";
import { japanDay } from "../../../domain/japanTime";
import { warningKey } from "../../../domain/quote";
import { quietUntil } from "../../../domain/quietHours";
import { mailSweep, type MailedUser } from "../../identity";
import { inTransaction, type Tables } from "../../platform/database";
import { repeatUntilDone, type Job } from "../../platform/jobs";
import type { Told } from "../tables";
import { compareQuotes } from "./compareQuotes";
import { quoteMailJobName, quoteMailKind } from "./quoteMail";
import { isOpenOn, stateOfTables } from "./quoteQueries";
import type { QuoteScope } from "./readCars";

/**
 * Makes the job that compares open quotes with the prices of today: once a day, and after a
 * record of the tables has changed. A quote and what its owner will be told are written in
 * one transaction, so that several servers may run the job at once.
 */
export const quotePriceJob = (scope: QuoteScope): Job => ({
  name: "quote-prices",
  everySeconds: 300,
  run: async (signal) => {
    const tables = await stateOfTables(scope, scope.database.kysely);
    // Each run checks a quote once, so that two servers with different states of the tables
    // do not check the quotes of each other for ever.
    let after = "0";
    return repeatUntilDone(signal, async () => {
      const checked = await inTransaction(scope.database, (trx) =>
        checkNext(scope, trx, { tables, after }),
      );
      if (!checked) return null;
      after = checked.id;
      return checked.isNews ? 1 : 0;
    });
  },
});

/**
 * Compares the due quote with the lowest id above `after`, and notes whether its owner gets a
 * mail. Returns null if no quote is due.
 */
async function checkNext(
  scope: QuoteScope,
  trx: Transaction<Tables>,
  { tables, after }: { tables: string; after: string },
): Promise<{ id: string; isNews: boolean } | null> {
  const now = scope.clock.now();
  const today = japanDay(now);
  const quote = await trx
    .selectFrom("quotes")
    .selectAll()
    .where("id", ">", after)
    .where((eb) =>
      eb.or([
        eb("checked_day", "<", today),
        eb("checked_tables", "<>", tables),
        eb("state", "is", null),
      ]),
    )
    .where(isOpenOn(today))
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!quote) return null;
  const [compared] = await compareQuotes(scope, { kysely: trx, trx }, [quote]);
  const present = compared?.present ?? null;
  const told: Told = {
    total: present?.total ?? null,
    warnings: (compared?.comparison.warnings ?? []).map(warningKey),
  };
  const isNews =
    present !== null &&
    (told.total !== quote.told.total ||
      told.warnings.some((key) => !quote.told.warnings.includes(key)));
  await trx
    .updateTable("quotes")
    .set({
      checked_day: today,
      checked_tables: tables,
      state: compared?.comparison.state ?? "unknown",
      ...(present && { told: JSON.stringify(told) }),
      ...(isNews && { mail_due_at: now }),
    })
    .where("id", "=", quote.id)
    .execute();
  if (isNews) await scope.jobs.enqueue(trx, quoteMailJobName);
  return { id: quote.id, isNews };
}

/** Makes the job that queues one mail for each quote with news. */
export const quoteMailJob = (scope: QuoteScope): Job =>
  mailSweep(scope, {
    name: quoteMailJobName,
    everySeconds: 60,
    kind: quoteMailKind,
    wish: "alert_mails",
    waiting: (now) =>
      sql`select user_id from quotes where mail_due_at <= ${now}`,
    take: takeNews,
  });

/** Takes one quote with news. In quiet hours all quotes of the user keep waiting. */
async function takeNews(
  trx: Transaction<Tables>,
  { id: userId, isWanted, quietHours, now }: MailedUser,
): Promise<{ quoteId: string } | null> {
  const until = isWanted ? quietUntil(quietHours, now) : null;
  const isOne = isWanted && until === null;
  const [taken] = await trx
    .updateTable("quotes")
    .set({ mail_due_at: until })
    .where("id", "in", (eb) => {
      const waiting = eb
        .selectFrom("quotes as due")
        .select("due.id")
        .where("due.user_id", "=", userId)
        .where("due.mail_due_at", "<=", now)
        .orderBy("due.id");
      return isOne ? waiting.limit(1) : waiting;
    })
    .returning("id")
    .execute();
  return isOne && taken ? { quoteId: taken.id } : null;
}
