import { japanDay } from "../../../domain/japanTime";
import type {
  PriceQuoteBody,
  PriceQuoteReply,
} from "../../../generated/schemas";
import { findClientRights } from "../../identity";
import { failure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import type { PriceOnce } from "./limitPricing";
import { createPricing } from "./pricing";
import { priceColumns } from "./priceColumns";
import {
  findQuote,
  lastDayOf,
  stateOfTables,
  type StoredQuote,
} from "./quoteQueries";
import { quoteMailJobName } from "./quoteMail";
import { keptCar, presentAmount, readCars, type QuoteScope } from "./readCars";

/**
 * Calculates a quote with the tables and rules of today, and with another arrival if the
 * body has it. The former price stays as a revision.
 *
 * @throws not_found for a quote that the caller may not read; stale_row unless `version` is
 * the present one; forbidden if the owner may not see the price any more; key_reused;
 * too_many_requests; unavailable while two prices of the caller are calculated.
 */
export const priceAgain = async (
  scope: QuoteScope & { priceOnce: PriceOnce },
  request: {
    session: Session;
    id: string;
    body: PriceQuoteBody;
    key: string | null;
  },
): Promise<PriceQuoteReply> => {
  const { session, id, body, key } = request;
  const { viewer: caller, fullName } = session;
  const now = scope.clock.now();
  const options = {
    userId: caller.userId,
    key,
    request: ["price-quote", id, body],
    now,
  };
  return scope.priceOnce(options, async (trx) => {
    const quote = await findQuote(trx, caller, id, { isLocked: true });
    assertVersion(quote, body.version);
    const { row_schema: row, destination, field } = quote;
    const { viewer } = await findClientRights(trx, quote.user_id);
    const reading = { kysely: trx, trx };
    const ids = [quote.lot_id];
    const car = (await readCars(scope, reading, { viewer, row, ids })).get(
      quote.lot_id,
    );
    const amount = presentAmount(quote, car);
    const tables = await stateOfTables(scope, trx);
    const pricing = createPricing(scope, reading);
    const arrival = {
      eta: body.eta === undefined ? quote.eta : body.eta,
      safety_days: body.safetyDays ?? quote.safety_days,
    };
    const price = await priceColumns(scope, trx, pricing, {
      viewer: { ...viewer, choices: { ...viewer.choices, destination } },
      ...{ row, field, amount, destination },
      values: car?.values ?? quote.inputs,
      until: lastDayOf(arrival, pricing.today),
    });
    const { version, total, eta, safety_days, priced_at, priced_by_name } =
      quote;
    await trx
      .insertInto("quote_revisions")
      .values({
        quote_id: id,
        ...{ version, eta, safety_days, priced_at, priced_by_name },
        total: total === null ? null : Number(total),
        price: JSON.stringify(quote.price),
      })
      .execute();
    const kept = car && keptCar(scope.schemas.row(row), car.values);
    // A manager has seen the new price, and the owner has not.
    const isNews =
      caller.userId !== quote.user_id && quote.told.total !== price.total;
    await trx
      .updateTable("quotes")
      .set({
        version: version + 1,
        ...arrival,
        ...price,
        ...(isNews && { told: JSON.stringify(quote.told), mail_due_at: now }),
        amount,
        ...(kept && {
          inputs: JSON.stringify(kept.inputs),
          sale_day: kept.saleDay,
        }),
        priced_at: now,
        priced_by_name: fullName,
        checked_day: japanDay(now),
        checked_tables: tables,
      })
      .where("id", "=", id)
      .execute();
    if (isNews) await scope.jobs.enqueue(trx, quoteMailJobName);
    return {
      success: true,
      result: { version: version + 1, total: price.total },
    };
  });
};

/** Throws stale_row with the present version unless the caller saw this version. */
export function assertVersion(
  { id, version, total }: Pick<StoredQuote, "id" | "version" | "total">,
  shown: number,
): void {
  if (version !== shown)
    throw failure("stale_row", {
      current: { id, version, total: total === null ? null : Number(total) },
    });
}
