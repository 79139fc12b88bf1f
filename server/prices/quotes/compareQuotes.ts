import {
  compareQuote,
  type PresentPrice,
  type QuoteComparison,
} from "../../../domain/quote";
import type { AddedLine } from "../../../domain/computed/sumLines";
import { findClientRights } from "../../identity";
import { createPricing } from "./pricing";
import { lastDayOf, totalOfQuote, type StoredQuote } from "./quoteQueries";
import {
  presentAmount,
  readCars,
  type FoundCar,
  type QuoteScope,
  type Reading,
} from "./readCars";

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
  const owners = [...new Set(quotes.map(({ user_id }) => user_id))];
  const compared = new Map<string, ComparedQuote>();
  for (const owner of owners) {
    const own = quotes.filter(({ user_id }) => user_id === owner);
    const { viewer } = await findClientRights(reading.kysely, owner);
    for (const row of new Set(own.map(({ row_schema }) => row_schema))) {
      const ofRow = own.filter(({ row_schema }) => row_schema === row);
      const cars = await readCars(scope, reading, {
        ...{ viewer, row },
        ids: ofRow.map(({ lot_id }) => lot_id),
      });
      for (const quote of ofRow) {
        const { destination, field, inputs, price } = quote;
        const car = cars.get(quote.lot_id);
        const amount = presentAmount(quote, car);
        const until = lastDayOf(quote, today);
        const present = await pricing.present({
          viewer: { ...viewer, choices: { ...viewer.choices, destination } },
          ...{ row, field, amount, destination, until },
          values: car?.values ?? inputs,
        });
        const saved = { ...price, total: totalOfQuote(quote) };
        const comparison = compareQuote(saved, present, { today, until });
        compared.set(quote.id, { quote, present, comparison, car });
      }
    }
  }
  return quotes.flatMap(({ id }) => compared.get(id) ?? []);
}
