import {
  compareQuote,
  type PresentPrice,
  type QuoteComparison,
} from "../../../domain/quote";
import type { AddedLine } from "../../../domain/computed/sumLines";
import { createPricing } from "./pricing";
import { quoteFacts } from "./quoteFacts";
import { lastDayOf, totalOfQuote, type StoredQuote } from "./quoteQueries";
import type { FoundCar, QuoteScope, Reading } from "./readCars";

/** A quote beside its price of today. */
export type ComparedQuote = {
  quote: StoredQuote;
  /** Null if the price cannot be calculated any more. */
  present: (PresentPrice & { lines: AddedLine[] }) | null;
  comparison: QuoteComparison;
  /** The car where its owner finds it; undefined if it is gone. */
  car: FoundCar | undefined;
};

/**
 * Compares quotes with the prices of today, in their order. The price of a car that is gone
 * is calculated from the fields that the quote keeps.
 */
export async function compareQuotes(
  scope: QuoteScope,
  reading: Reading,
  quotes: readonly StoredQuote[],
): Promise<ComparedQuote[]> {
  const pricing = createPricing(scope, reading);
  const { today } = pricing;
  const compared = new Map<string, ComparedQuote>();
  for await (const facts of quoteFacts(scope, reading, quotes)) {
    const { quote, car, viewer, values, amount } = facts;
    const { row_schema: row, destination, field, price } = quote;
    const until = lastDayOf(quote, today);
    const present = await pricing.present({
      ...{ viewer, row, field, values, amount, destination, until },
    });
    const saved = { ...price, total: totalOfQuote(quote) };
    const comparison = compareQuote(saved, present, { today, until });
    compared.set(quote.id, { quote, present, comparison, car });
  }
  return quotes.flatMap(({ id }) => compared.get(id) ?? []);
}
