import { createHash } from "node:crypto";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Tables } from "../../platform/database";

const sha256 = (text: string): string =>
  createHash("sha256").update(text).digest("hex");

/** The head before the first seal. */
export const firstHead = "0".repeat(64);

/** The facts of a seal, from which its head follows. */
export type SealFacts = {
  number: string;
  sealed_table: string;
  columns: string;
  first_id: string;
  last_id: string;
  row_count: number;
  rows_hash: string;
  previous_head: string;
  sealed_at: Date;
};

/** Returns the head of a seal. Its form is described in docs/architecture.md. */
export const headOf = (seal: SealFacts): string =>
  sha256(
    [
      "seriba-seal=1",
      `number=${seal.number}`,
      `table=${seal.sealed_table}`,
      `columns=${seal.columns}`,
      `from=${seal.first_id}`,
      `to=${seal.last_id}`,
      `count=${seal.row_count}`,
      `rows=${seal.rows_hash}`,
      `time=${seal.sealed_at.toISOString()}`,
      `previous=${seal.previous_head}`,
    ].join(";"),
  );

/** A row as the texts of its columns. */
type RowTexts = { rowId: string; texts: (string | null)[] };

/**
 * Returns the hash of rows: the SHA-256 of one line for each row, a JSON array of texts
 * and nulls with a line feed.
 */
export const hashRows = (rows: readonly RowTexts[]): string =>
  sha256(rows.map(({ texts }) => `${JSON.stringify(texts)}\n`).join(""));

/** Reads the rows of a range in the order of their ids. */
export async function readRows(
  db: Kysely<Tables>,
  {
    table,
    columns,
    firstId,
    lastId,
    most,
  }: {
    table: string;
    columns: readonly string[];
    firstId: string;
    lastId: string;
    most: number;
  },
): Promise<RowTexts[]> {
  const texts = sql.join(columns.map(textOf));
  const { rows } = await sql<RowTexts>`
    select id::text as "rowId", jsonb_build_array(${texts}) as texts
    from ${sql.table(table)} where id between ${firstId} and ${lastId}
    order by id limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** The text does not depend on settings of the session. */
function textOf(column: string): RawBuilder<string | null> {
  const [name = "", kind] = column.split(":");
  return kind === "time"
    ? sql`to_char(${sql.ref(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`${sql.ref(name)}::text`;
}
