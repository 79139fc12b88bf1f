import { sql, type RawBuilder, type Transaction } from "kysely";
import { isComputed } from "../../../domain/computed/rule";
import { filterId } from "../../../domain/resource";
import type { Tables } from "../../platform/database";
import {
  conditionOf,
  listingOrder,
  narrowingOf,
  readRows,
  tablePlace,
  withFormulas,
  type Condition,
  type ListingCall,
  type ListingReader,
  type Row,
} from "../listing";

/**
 * Returns the number of rows of a list that match a query and a condition over its table, and
 * the first `most` rows in the order of the list, with the stored ones of `fields`. It reads
 * in the transaction, for mails and alerts, and adds no fields of areas.
 */
export async function readMatching(
  trx: Transaction<Tables>,
  {
    reader,
    query,
    condition = sql`true`,
    order,
    fields,
    most,
    now,
  }: {
    reader: ListingReader;
    query: Omit<ListingCall, "fields">;
    condition?: Condition;
    /** Replaces the order of the list. */
    order?: RawBuilder<unknown>;
    fields: readonly string[];
    most: number;
    now: Date;
  },
): Promise<{ total: number; rows: Row[] }> {
  const { resource, row, viewer, state } = query;
  const { source } = reader;
  const isSummed = resource.filters.some(
    (filter) =>
      state.filters[filterId(filter)] &&
      isComputed(row.properties[filter.field] ?? {}),
  );
  const formulas = isSummed
    ? await reader.index.formulas(row, viewer, { trx })
    : null;
  const place = tablePlace(source, query);
  const placed = withFormulas(place.source, row, formulas);
  const { join, keys } = listingOrder(
    { source: placed, resource, row },
    state.sort,
    now,
  );
  const id = sql.ref(`${source.table}.${source.id}`);
  const { rows: found } = await sql<{ id: string; total: number }>`
    select ${id}::text as id, (count(*) over ())::int as total
    from ${place.from} ${order ? sql`` : join}
    where ${conditionOf(narrowingOf(placed, query, now))} and ${condition}
    order by ${order ?? keys} limit ${most}`.execute(trx);
  const [first] = found;
  if (!first) return { total: 0, rows: [] };
  const rows = await readRows(
    { ...reader, database: { kysely: trx } },
    { ...query, ids: found.map((each) => each.id), fields },
  );
  return { total: first.total, rows };
}
