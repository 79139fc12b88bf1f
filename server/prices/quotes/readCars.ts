import type { Kysely, Transaction } from "kysely";
import { isAllowed, type Viewer } from "../../../domain/access";
import { inputsOf, isComputed } from "../../../domain/computed/rule";
import { textOf } from "../../../domain/computed/step";
import { japanDay } from "../../../domain/japanTime";
import type { Resource, RowSchema } from "../../../domain/resource";
import { lotName } from "../../../domain/sharedLot";
import { isVisible } from "../../../domain/visible/isVisible";
import type { Tables } from "../../platform/database";
import type { Host } from "../../workspace/area";
import {
  readVersions,
  visibleListing,
  type Row,
} from "../../workspace/listing";
import type { QuotedCar } from "../tables";

export type QuoteScope = Pick<
  Host,
  | "database"
  | "clock"
  | "config"
  | "schemas"
  | "workspace"
  | "messages"
  | "findLists"
  | "jobs"
>;

/** Where a use case reads. In a transaction, everything is read in it. */
export type Reading = {
  kysely: Kysely<Tables>;
  trx?: Transaction<Tables> | undefined;
};

/** A car in the first list that shows it to its reader. */
export type FoundCar = { list: Resource; values: Row };

const shownFields = [
  ...["maker", "model", "grade", "year", "lotNo"],
  ...["auctionName", "auctionDate"],
] as const;

/**
 * Returns the hammer price of a quote as its car has it now, in yen. A typed one stays, and
 * so does that of a car that is gone.
 */
export const presentAmount = (
  { basis, amount }: { basis: string; amount: number },
  car: FoundCar | undefined,
): number => {
  const present = car?.values[basis];
  return typeof present === "number" ? present : amount;
};

/** Returns the fields from which the prices of a row are calculated. */
const priceFields = ({ properties }: RowSchema): string[] =>
  Object.values(properties).filter(isComputed).flatMap(inputsOf);

/** Returns the cars with these ids that a reader finds in any list, by id. */
export async function readCars(
  scope: Pick<QuoteScope, "schemas" | "workspace" | "findLists" | "clock">,
  { kysely }: Reading,
  { viewer, row, ids }: { viewer: Viewer; row: string; ids: readonly string[] },
): Promise<Map<string, FoundCar>> {
  const found = new Map<string, FoundCar>();
  const reader = scope.findLists(row)?.reader;
  if (!reader) return found;
  const lists = scope.workspace
    .resources()
    .filter((list) => list.row === row && isAllowed(list.access, viewer));
  for (const list of lists) {
    const missing = [...new Set(ids)].filter((id) => !found.has(id));
    if (missing.length === 0) break;
    const listing = visibleListing({ ...scope, resource: list, viewer });
    const names = [...new Set([...shownFields, ...priceFields(listing.row)])];
    const rows = await readVersions(
      { ...reader, database: { kysely } },
      {
        ...listing,
        ids: missing,
        fields: names.filter((name) =>
          isVisible(listing.row, { fields: [name] }, viewer),
        ),
      },
    );
    for (const { id, row: values } of rows) found.set(id, { list, values });
  }
  return found;
}

/** Returns what a quote keeps of a car, so that it is readable without the car. */
export function keptCar(
  row: RowSchema,
  values: Row,
): {
  title: string;
  car: QuotedCar;
  inputs: Record<string, string | null>;
  saleDay: string | null;
} {
  const { auctionDate } = values;
  return {
    title: lotName(values),
    car: Object.fromEntries(
      shownFields.flatMap((name) =>
        values[name] === undefined ? [] : [[name, values[name]]],
      ),
    ),
    inputs: Object.fromEntries(
      priceFields(row).map((name) => [name, textOf(values[name])]),
    ),
    saleDay:
      typeof auctionDate === "string" ? japanDay(new Date(auctionDate)) : null,
  };
}
