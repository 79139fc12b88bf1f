import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Database } from "../../platform/database";
import type { RowSource } from "../listing/rowSource";
import { scopeSql } from "../listing/scopeSql";
import type { LoadedColumn } from "./columnSource";
import type { TableRow } from "./columnTable";

/** A table whose rows have change numbers. */
export type IndexedSource = RowSource & {
  changes: Required<NonNullable<RowSource["changes"]>>;
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

/** Returns the next rows after an id, in the order of ids. */
export const readAfterId = (
  reading: Reading,
  area: LoadedArea,
  after: string,
): Promise<Portion> => readPortion(reading, area, area.source.id, after);

/**
 * Returns the next rows with a higher change number, in the order of change
 * numbers. They have their present values, also if those are newer still.
 */
export function readChanged(
  reading: Reading,
  area: LoadedArea,
  after: string,
): Promise<Portion> {
  return readPortion(reading, area, area.source.changes.column, after);
}

/**
 * Each column comes as one JSON array, which is several times faster to send and
 * parse than a row at a time.
 */
async function readPortion(
  { database, size }: Reading,
  { source, area, columns }: LoadedArea,
  key: string,
  after: string,
): Promise<Portion> {
  const { changes } = source;
  const ofTable = (column: string) => sql.ref(`${source.table}.${column}`);
  const scope = scopeSql(source, { area, owner: "anyone" });
  const isAfter: RawBuilder<SqlBool> = sql`${ofTable(key)} > ${after}::bigint`;
  const names = columns.map((_, index) => sql.ref(`c${String(index)}`));
  const values = columns.map(
    ({ value }, index) => sql`${value} as ${sql.ref(`c${String(index)}`)}`,
  );
  const { rows } = await sql<{
    ids: number[] | null;
    versions: number[] | null;
    last: string | null;
    values: unknown[][] | null;
  }>`
    select json_agg(row_id) as ids, json_agg(row_version) as versions, max(row_key)::text as last,
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
    ) as portion`.execute(database);
  const [found] = rows;
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
}
