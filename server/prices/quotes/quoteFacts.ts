import type { Viewer } from "../../../domain/access";
import { findClientRights } from "../../identity";
import type { StoredQuote } from "./quoteQueries";
import {
  presentAmount,
  readCars,
  type FoundCar,
  type QuoteScope,
  type Reading,
} from "./readCars";

/** A quote with the facts from which its price of today is calculated. */
export type QuoteFacts = {
  quote: StoredQuote;
  /** The car where its owner finds it; undefined if it is gone. */
  car: FoundCar | undefined;
  /** The owner, with the destination of the quote. */
  viewer: Viewer;
  /** The fields of the car, or the kept fields if the car is gone. */
  values: Readonly<Record<string, unknown>>;
  amount: number;
};

/** Yields the facts of quotes with their cars as the owners see them today, owner by owner. */
export async function* quoteFacts(
  scope: QuoteScope,
  reading: Reading,
  quotes: readonly StoredQuote[],
): AsyncGenerator<QuoteFacts> {
  const owners = [...new Set(quotes.map(({ user_id }) => user_id))];
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
        const { destination, inputs } = quote;
        const car = cars.get(quote.lot_id);
        yield {
          ...{ quote, car, values: car?.values ?? inputs },
          viewer: { ...viewer, choices: { ...viewer.choices, destination } },
          amount: presentAmount(quote, car),
        };
      }
    }
  }
}
