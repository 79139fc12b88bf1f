import type { Transaction } from "kysely";
import { compareQuote, warningKey } from "../../../domain/quote";
import type { Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import { findCurrencies } from "../choices";
import type { Priced, Pricing } from "./pricing";
import type { QuoteScope } from "./readCars";
import type { StoredPrice } from "../tables";

/**
 * Returns the columns of a quote with the price of today. The owner sees this price and its
 * warnings, so no mail is due. Throws forbidden if the owner may not see the price.
 */
export async function priceColumns(
  scope: QuoteScope,
  trx: Transaction<Tables>,
  pricing: Pricing,
  priced: Priced,
) {
  const present = await pricing.present(priced);
  if (!present) throw failure("forbidden");
  const { total, rules } = present;
  const lines = await pricing.withSources(present.lines);
  const code = priced.viewer.choices?.currency ?? null;
  const rate = (
    await findCurrencies({ database: { kysely: trx }, clock: scope.clock })
  ).find(({ currency }) => currency === code);
  const price: StoredPrice = {
    lines,
    rules: [...(rules ?? [])],
    currency: rate
      ? { code: rate.currency, yen: rate.yen, validFrom: rate.validFrom }
      : null,
  };
  const { state, warnings } = compareQuote(
    { ...present, rules: rules ?? [] },
    present,
    {
      today: pricing.today,
      until: priced.until,
    },
  );
  const told = { total, warnings: warnings.map(warningKey) };
  return {
    total,
    state,
    price: JSON.stringify(price),
    told: JSON.stringify(told),
    mail_due_at: null,
  };
}
