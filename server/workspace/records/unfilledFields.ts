import { sql } from "kysely";
import type { RowSchema } from "../../../domain/resource";
import type { Database } from "../../platform/database";
import { fault, type Problem } from "../../platform/problem";
import type { Guard } from "../declared";

/**
 * Returns the guard that warns of required fields which stored rows lack. Each
 * change of such a row is refused until somebody fills the field in.
 */
export const warnOfUnfilledFields =
  (database: Pick<Database, "kysely">): Guard =>
  async (_before, { workspace, schemas }) => {
    const stored = workspace.resources().filter(({ store }) => store);
    const rows = [...new Set(stored.map(({ row }) => row))];
    const found = await Promise.all(
      rows.map(async (row) => {
        const schema = schemas.row(row);
        const counts = await countUnfilled(database, row, requiredOf(schema));
        return problemsOf(schema, counts);
      }),
    );
    return found.flat();
  };

/** The required fields that people fill in, whatever the other fields are. */
const requiredOf = ({ required = [], properties }: RowSchema): string[] =>
  required.filter(
    (name) =>
      properties[name]?.["x-core"] !== true &&
      properties[name]?.["x-when"] === undefined,
  );

const problemsOf = (
  { $id, required = [] }: RowSchema,
  counts: ReadonlyMap<string, number>,
): Problem[] =>
  [...counts].map(([name, rows]) => ({
    file: `schemas/${$id}.json`,
    ...fault(`/required/${required.indexOf(name)}`, "requiredUnfilled", {
      name,
      rows,
    }),
    severity: "warning",
  }));

/** Returns how many rows have no value in a field, for each field that any row lacks. */
export async function countUnfilled(
  { kysely }: Pick<Database, "kysely">,
  row: string,
  fields: readonly string[],
): Promise<Map<string, number>> {
  const counts = await Promise.all(
    fields.map(async (field): Promise<[string, number]> => {
      const { rows } = await kysely
        .selectFrom("records")
        .select(({ fn }) => fn.countAll<string>().as("rows"))
        .where("row_schema", "=", row)
        .where(sql<boolean>`data ->> ${field} is null`)
        .executeTakeFirstOrThrow();
      return [field, Number(rows)];
    }),
  );
  return new Map(counts.filter(([, rows]) => rows > 0));
}
