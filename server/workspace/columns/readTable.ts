import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Database } from "../../platform/database";
import type { RowSource } from "../listing/rowSource";
import { scopeSql } from "../listing/scopeSql";
import type { LoadedColumn } from "./columnSource";
import type { TableRow } from "./columnTable";

/** A table whose rows have change numbers. */
export type IndexedSource = RowSource & {
  areaColumn: string;
  changes: NonNullable<RowSource["changes"]>;
};

/** The rows of one area of a table, and the columns to load. */
export type LoadedArea = {
  source: IndexedSource;
  area: string;
  columns: readonly LoadedColumn[];
};

type Reading = { database: Database["kysely"]; size: number };

/** Rows, and the key of the last one; null at the end. */
export type Portion = { rows: TableRow[]; last: string | null };

/** The rows of an area after a key: the id or the change number of a row. */
export type PortionOf = { area: LoadedArea; key: string; after: string };

/**
 * Returns the next rows of each area in the order of the key, in one statement. Rows have
 * their present values, also if those are newer than their portion.
 */
export async function readPortions(
  { database, size }: Reading,
  wanted: readonly PortionOf[],
): Promise<Portion[]> {
  const { rows } = await sql<FoundPortion>`${sql.join(
    wanted.map((portion, place) => portionSql(portion, size, place)),
    sql` union all `,
  )}`.execute(database);
  return wanted.map((_, index) => {
    const found = rows.find(({ place }) => place === index);
    const ids = found?.ids ?? [];
    const versions = found?.versions ?? [];
    const byColumn = found?.values ?? [];
    return {
      rows: ids.map((id, row) => ({
        id,
        version: versions[row] ?? 0,
        values: byColumn.map((column) => column[row]),
      })),
      last: ids.length < size ? null : (found?.last ?? null),
    };
  });
}

/** Returns the number of rows of an area. */
export async function countRows(
  database: Database["kysely"],
  { source, area }: LoadedArea,
): Promise<number> {
  const scope = scopeSql(source, { area, owner: "anyone" });
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from ${sql.table(source.table)}
    where ${scope}`.execute(database);
  return Number(rows[0]?.count);
}

type FoundPortion = {
  place: number;
  ids: number[] | null;
  versions: number[] | null;
  last: string | null;
  values: unknown[][] | null;
};

/**
 * Each column comes as one JSON array, which is several times faster to send and
 * parse than a row at a time.
 */
function portionSql(
  { area: { source, area, columns }, key, after }: PortionOf,
  size: number,
  place: number,
): RawBuilder<FoundPortion> {
  const { changes } = source;
  const ofTable = (column: string) => sql.ref(`${source.table}.${column}`);
  const scope = scopeSql(source, { area, owner: "anyone" });
  const isAfter: RawBuilder<SqlBool> = sql`${ofTable(key)} > ${after}::bigint`;
  const names = columns.map((_, index) => sql.ref(`c${String(index)}`));
  const values = columns.map(
    ({ value }, index) => sql`${value} as ${sql.ref(`c${String(index)}`)}`,
  );
  return sql`
    select ${sql.lit(place)}::int as place, json_agg(row_id) as ids,
      json_agg(row_version) as versions, max(row_key)::text as last,
      json_build_array(${sql.join(names.map((name) => sql`json_agg(${name})`))}) as values
    from (
      select ${sql.join([
        sql`${ofTable(source.id)} as row_id`,
        sql`${ofTable(key)} as row_key`,
        sql`${ofTable(changes.column)} as row_version`,
        ...values,
      ])}
      from ${sql.table(source.table)}
      where ${scope} and ${isAfter}
      order by ${ofTable(key)} limit ${sql.lit(size)}
    ) as portion`;
}
