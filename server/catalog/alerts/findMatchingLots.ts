import { sql, type Transaction } from "kysely";
import type { Viewer } from "../../../domain/access";
import { inputsOf, isComputed } from "../../../domain/computed/rule";
import { fixedConditions } from "../../../domain/listing/fixedConditions";
import { japanDay } from "../../../domain/japanTime";
import { readSaved } from "../../../domain/listing/savedSearch";
import { filterId } from "../../../domain/resource";
import { replyFields } from "../../../domain/visible";
import type { Tables } from "../../platform/database";
import type { Context } from "../../workspace/context";
import {
  conditionOf,
  findShownWords,
  narrowingOf,
  readRows,
  withFormulas,
  type Condition,
  type ListingReader,
  type Row,
} from "../../workspace/listing";
import { lotSourceOf } from "../lotSource";
import type { ViewedList } from "../savedSearches/viewedList";
import { pricedField } from "./mailedPrices";

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
  context: Pick<Context, "workspace" | "clock" | "messages">,
  {
    reader,
    viewer,
    list,
    params = "",
    condition,
  }: {
    reader: ListingReader;
    viewer: Viewer;
    list: ViewedList;
    params?: string;
    condition: Condition;
  },
): Promise<FoundLots | null> {
  const { resource, row } = list;
  const source = lotSourceOf(row.$id);
  if (!source) return null;
  const now = context.clock.now();
  const { state } = readSaved(resource, row, params, japanDay(now));
  const declared = context.workspace.resource(resource.name);
  const where = fixedConditions(declared.where, { viewer, now });
  const shownWords = findShownWords({ resource, row, state }, context.messages);
  const query = { resource, row, viewer, where, state, shownWords };
  const isSummed = resource.filters.some(
    (filter) =>
      state.filters[filterId(filter)] &&
      isComputed(row.properties[filter.field] ?? {}),
  );
  const formulas = isSummed
    ? await reader.index.formulas(row, viewer, { trx })
    : null;
  const summed = withFormulas(source, row, formulas);
  const { rows: found } = await sql<{ id: string; total: number }>`
    select lots.id::text as id, (count(*) over ())::int as total from lots
    where ${conditionOf(narrowingOf(summed, query, now))} and ${condition}
    order by lots.auction_at, lots.id limit ${mostShownLots}`.execute(trx);
  const [first] = found;
  if (!first) return null;
  const visible = replyFields(resource, row, viewer);
  const shown = shownFields.filter((name) => visible.includes(name));
  const inputs = visible.includes(pricedField)
    ? inputsOf(row.properties[pricedField] ?? {})
    : [];
  const lots = await readRows(
    { ...reader, source, database: { kysely: trx } },
    {
      ...query,
      ids: found.map(({ id }) => id),
      fields: [...new Set(["id", ...shown, ...inputs])],
    },
  );
  return { total: first.total, lots };
}
