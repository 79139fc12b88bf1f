import { sql, type Transaction } from "kysely";
import { addDays, japanDay } from "../../domain/japanTime";
import type { Language } from "../../domain/limits";
import type {
  CloseMonthBody,
  CloseMonthReply,
  OpenMonthsReply,
} from "../../generated/schemas";
import type { NoteSecurity } from "../identity";
import type { Tables } from "../platform/database/tables";
import { fieldFailure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import { decideOnce } from "../platform/idempotency";
import type { Context } from "../workspace/context";

/**
 * Closes the books through the end of a month, and keeps the balance of each account on
 * that day. Later facts of a closed month count on the first open day. A close waits for
 * transfers that are being posted, and transfers wait for it.
 *
 * @throws month_open beside `month` for a month that has not ended in Japan and for one
 * that is closed already; key_reused.
 */
export const closeMonth = (
  { database, clock }: Pick<Context, "database" | "clock">,
  request: {
    session: Session;
    body: CloseMonthBody;
    key: string;
    note: NoteSecurity;
  },
): Promise<CloseMonthReply> => {
  const { body, key, note } = request;
  const { userId } = request.session.viewer;
  const now = clock.now();
  return decideOnce<CloseMonthReply>(
    database,
    { userId, key, request: ["close-month", body], now },
    async (trx) => {
      const lastDay = lastDayOf(body.month);
      const { closed_through: closed } = await trx
        .selectFrom("ledger_period")
        .select("closed_through")
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (lastDay >= japanDay(now) || lastDay <= closed)
        throw fieldFailure("month", "month_open");
      await trx
        .updateTable("ledger_period")
        .set({ closed_through: lastDay })
        .execute();
      await keepBalances(trx, lastDay);
      await note({ event: "books-closed", detail: body.month }, trx);
      return { success: true, result: { closedThrough: lastDay } };
    },
  );
};

/**
 * Returns the months that can be closed, the earliest first: from the month after the last
 * closed month, else of the earliest transfer, to the last month that has ended in Japan.
 */
export async function findOpenMonths(
  { database, clock }: Pick<Context, "database" | "clock">,
  language: Language,
): Promise<OpenMonthsReply["options"]> {
  const { rows } = await sql<{ first: string }>`
    select greatest(closed_through + 1, earliest.day)::text as first
    from ledger_period,
      (select min(value_day) as day from ledger_transfers) as earliest
    where earliest.day is not null`.execute(database.kysely);
  const first = rows[0]?.first.slice(0, 7);
  const format = new Intl.DateTimeFormat(language, {
    ...{ month: "long", year: "numeric", timeZone: "UTC" },
  });
  const months: OpenMonthsReply["options"] = [];
  const present = japanDay(clock.now()).slice(0, 7);
  for (let value = first; value !== undefined && value < present;) {
    months.push({ value, label: format.format(new Date(`${value}-01`)) });
    value = addDays(lastDayOf(value), 1).slice(0, 7);
  }
  return months;
}

/** Returns the last day of a month, `YYYY-MM`. */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** Writes the balance of each account at the end of a day whose books are closed. */
const keepBalances = (trx: Transaction<Tables>, day: string) =>
  sql`
    insert into ledger_checkpoints (closed_through, account_id, balance)
    select ${day}::date, account_id, sum(change) from (
      select credit_id as account_id, amount as change
        from ledger_transfers where value_day <= ${day}
      union all
      select debit_id, -amount from ledger_transfers where value_day <= ${day}
    ) as entries group by account_id`.execute(trx);
