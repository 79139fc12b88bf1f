import { FeedError } from "./feedError";
import type { FeedMapping } from "./feedMapping";

/** Yen for one unit of a currency, by its code. */
export type CurrencyRates = ReadonlyMap<string, number>;

/** Parses the setting CURRENCY_RATES, such as `USD=155.2, EUR=170`. */
export const readRates = (setting: string): CurrencyRates =>
  new Map(
    setting
      .split(",")
      .map((entry) => entry.trim().split("="))
      .flatMap(([code, rate]) =>
        code && rate ? [[code, Number(rate)] as const] : [],
      ),
  );

/** Throws FeedError if the settings lack the rate of a currency of the feed. */
export function checkRates(
  { name: feed, fields }: FeedMapping,
  rates: CurrencyRates,
): void {
  for (const [name, { currency }] of Object.entries(fields))
    if (currency !== undefined && !rates.has(currency))
      throw new FeedError(
        `Feed "${feed}" has ${name} in ${currency}, but the setting CURRENCY_RATES has no rate for it`,
      );
}
