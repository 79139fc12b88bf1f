import { sql, type RawBuilder } from "kysely";
import type { IndexQuery } from "./listingIndex";
import { scopeSql } from "./scopeSql";

/**
 * The highest change numbers in a table and among removed rows. If all numbers up
 * to them are settled, the rows are the same wherever the mark is the same.
 */
export type ChangeMark = { text: string; highest: bigint };

/**
 * Returns the SQL text of the change mark of a query's area, or null if its
 * counts can change without a change number.
 */
export function markSql({
  source,
  resource,
  viewer,
  scopeViewer,
}: IndexQuery): RawBuilder<string> | null {
  const { changes } = source;
  const { area, owner } = source.scope({
    resource,
    viewer: scopeViewer ?? viewer,
  });
  // The clients of a dealer change without a change of these rows.
  const isOfRows = typeof owner === "string" || !owner.withClients;
  if (!changes || !isOfRows || area === null) return null;
  const place = scopeSql(source, {
    owner: "anyone",
    ...(area === undefined ? {} : { area }),
  });
  const column = sql.ref(`${source.table}.${changes.column}`);
  return sql<string>`concat_ws('/',
    coalesce((select max(${column}) from ${sql.table(source.table)}
      where ${place}), 0),
    coalesce((select max(seq) from tombstones), 0))`;
}

/** Returns the mark that a statement has read. */
export function readMark(text: string): ChangeMark {
  const highest = text
    .split("/")
    .map(BigInt)
    .reduce((most, number) => (number > most ? number : most), 0n);
  return { text, highest };
}
