import { sql, type Transaction } from "kysely";
import { inputsOf } from "../../../domain/computed/rule";
import { replyFields } from "../../../domain/visible";
import type { Tables } from "../../platform/database";
import type { Row } from "../../workspace/listing";
import { readMatching } from "../../workspace/lists";
import { lotSourceOf } from "../lotSource";
import { pricedField } from "./mailedPrices";
import { savedQuery, type Matching, type MatchContext } from "./savedQuery";

/** The lots that an alert shows; further lots are only counted. */
export const mostShownLots = 20;

/** The fields of a lot that mails show. */
const shownFields = [
  "lotNo",
  "auctionDate",
  "auctionName",
  "maker",
  "model",
  "year",
  "grade",
  "mileage",
  "startPrice",
];

export type FoundLots = { total: number; lots: Row[] };

/**
 * Finds the lots of a list that match the params of a saved search and a condition over
 * the table `lots`. Returns their number and the first twenty by auction time, with the
 * fields that the viewer may see and those from which mails compute the price at the port.
 * Returns null if no lot matches.
 */
export async function findMatchingLots(
  trx: Transaction<Tables>,
  context: MatchContext,
  { reader, condition, ...search }: Matching,
): Promise<FoundLots | null> {
  const { viewer, list } = search;
  const { resource, row } = list;
  const query = savedQuery(context, search);
  const visible = replyFields(resource, row, viewer);
  const shown = shownFields.filter((name) => visible.includes(name));
  const inputs = visible.includes(pricedField)
    ? inputsOf(row.properties[pricedField] ?? {})
    : [];
  const { total, rows } = await readMatching(trx, {
    reader: { ...reader, source: lotSourceOf(row.$id) ?? reader.source },
    ...{ query, condition, now: context.clock.now(), most: mostShownLots },
    order: sql`lots.auction_at, lots.id`,
    fields: [...new Set(["id", ...shown, ...inputs])],
  });
  return total === 0 ? null : { total, lots: rows };
}
