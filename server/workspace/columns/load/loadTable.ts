import { setImmediate as nextTurn } from "node:timers/promises";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { findBuried, type ChangeNumber } from "../../../platform/changes";
import type { Database } from "../../../platform/database";
import { scopeSql, type RowSource } from "../../listing/source/rowSource";
import {
  createColumnTable,
  type ColumnTable,
  type TableRow,
} from "../store/columnTable";
import type { LoadedColumn } from "./wantedColumns";

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
type Portion = { rows: TableRow[]; last: string | null };

/** The rows of an area after a key: the id or the change number of a row. */
type PortionOf = { area: LoadedArea; key: string; after: string };

/**
 * Returns the next rows of each area in the order of the key, in one statement. Rows have
 * their present values, also if those are newer than their portion.
 */
async function readPortions(
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

/**
 * Rows that are read and stored together. Few, because requests wait for the statement
 * and for parsing its portion.
 */
const portionSize = 2_000;
/** Above every change number. */
const noEnd = 2n ** 62n;

type Loading = {
  database: Pick<Database, "longRunning" | "background">;
  signal: AbortSignal;
  /** Throws if the table has become too large. */
  check?: (table: ColumnTable) => void;
};

/** A table and the area whose rows it has. */
export type FilledTable = { area: LoadedArea; table: ColumnTable };

/** Reads an area into a new table, which is not published yet. */
export async function loadTable(
  { database, signal, check }: Loading,
  area: LoadedArea,
): Promise<ColumnTable> {
  const table = createColumnTable(area.columns.map(({ name }) => name));
  const reading = { database: database.background, size: portionSize };
  const key = area.source.id;
  for (let after: string | null = "0"; after !== null;) {
    signal.throwIfAborted();
    const [portion] = await readPortions(reading, [{ area, key, after }]);
    for (const row of portion?.rows ?? []) table.put(row);
    check?.(table);
    after = portion?.last ?? null;
    await nextTurn();
  }
  return table;
}

/**
 * Brings tables of one topic up to date with the changes after a number, and publishes
 * the changes of each together. Returns the changed tables. Buried rows go first, because
 * a row that came back is also among the changed rows. After a failure it can run again.
 */
export async function patchTables(
  { database, signal, check }: Loading,
  tables: readonly FilledTable[],
  after: ChangeNumber,
): Promise<ReadonlySet<ColumnTable>> {
  const [first] = tables;
  const changed = new Set<ColumnTable>();
  if (!first) return changed;
  const { topic } = first.area.source.changes;
  const range = { after, upTo: noEnd };
  const buried = await findBuried(database.longRunning, topic, range);
  for (const { place, id } of buried)
    for (const { area, table } of tables)
      if (place === area.area && table.remove(Number(id))) changed.add(table);
  const reading = { database: database.longRunning, size: portionSize };
  let unread = tables.map((filled) => ({
    ...filled,
    key: filled.area.source.changes.column,
    after: String(after),
  }));
  while (unread.length > 0) {
    signal.throwIfAborted();
    const portions = await readPortions(reading, unread);
    const further: typeof unread = [];
    for (const [place, one] of unread.entries()) {
      const { rows = [], last = null } = portions[place] ?? {};
      for (const row of rows) if (one.table.put(row)) changed.add(one.table);
      if (rows.length > 0) check?.(one.table);
      if (last === null) continue;
      further.push({ ...one, after: last });
      await nextTurn();
    }
    unread = further;
  }
  for (const table of changed) table.publish();
  return changed;
}
