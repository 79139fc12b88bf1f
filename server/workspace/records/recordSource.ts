import { sql } from "kysely";
import type { Resource } from "../../../domain/resource";
import { tableSource, type RowSource } from "../listing";

/**
 * Returns the table behind the rows of a schema that the program stores itself.
 * All lists over one row schema share its rows. The program keeps the fields
 * below if the row schema names them. All other fields are in `data`.
 */
export function recordSource(row: string): RowSource {
  // A constant, so that PostgreSQL uses the indexes of these rows.
  const rows = sql<boolean>`records.row_schema = ${sql.lit(row)}`;
  const nameOf = (column: "created_by" | "updated_by") => ({
    kind: "expression" as const,
    expression: sql<string | null>`(
      select full_name from users where users.id = ${sql.ref(`records.${column}`)})`,
  });
  return {
    ...tableSource({
      row,
      table: "records",
      rows,
      columns: {
        version: "version",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      fields: {
        createdBy: nameOf("created_by"),
        updatedBy: nameOf("updated_by"),
      },
    }),
    extra: "data",
  };
}

/** Returns the tables of the rows that resources with `store` keep. */
export const recordSources = (
  resources: readonly Pick<Resource, "row" | "store">[],
): RowSource[] => [...storedRows(resources)].map((row) => recordSource(row));

/** Returns the names of the row schemas whose rows the program stores itself. */
export const storedRows = (
  resources: readonly Pick<Resource, "row" | "store">[],
): ReadonlySet<string> =>
  new Set(resources.flatMap(({ row, store }) => (store ? [row] : [])));
