import { sql, type RawBuilder } from "kysely";
import { isAllowed } from "../../../domain/access";
import type { FixedCondition } from "../../../domain/listing/fixedConditions";
import type { News } from "../../platform/live";
import type { Context } from "../context";
import { readByViewers, whereConditions, type RowSource } from "../listing";

/** Rows of one source that were added, changed or removed. */
type ChangedRows = { source: RowSource; ids: readonly string[] };

/**
 * Returns the live news with the changed rows of each list over these sources. A viewer
 * with fixed conditions gets the rows that meet them, and an empty list if a row may have
 * left it.
 */
export async function changedLists(
  {
    database: { kysely },
    workspace,
    schemas,
    clock,
  }: Pick<Context, "database" | "workspace" | "schemas" | "clock">,
  changes: readonly ChangedRows[],
): Promise<News> {
  const now = clock.now();
  const entries = await Promise.all(
    changes
      .filter(({ ids }) => ids.length > 0)
      .flatMap((changed) =>
        workspace
          .resources()
          .filter(({ row }) => row === changed.source.row)
          .map(async ({ name: list, access, where }) => ({
            list,
            access,
            idsFor: await readByViewers(where, now, (conditions) =>
              meeting(changed, conditions),
            ),
          })),
      ),
  );
  return {
    byRights: (viewer) => {
      const lists = entries
        .filter(({ access }) => isAllowed(access, viewer))
        .map(({ list, idsFor }) => ({ list, ids: idsFor(viewer) }));
      return lists.length > 0 ? [{ name: "records", data: { lists } }] : [];
    },
  };

  async function meeting(
    { source, ids }: ChangedRows,
    conditions: readonly FixedCondition[],
  ): Promise<string[]> {
    if (conditions.length === 0) return [...ids];
    const met = [
      sql<boolean>`${idColumn(source)} = any(${ids}::bigint[])`,
      ...whereConditions(source, schemas.row(source.row), conditions),
    ];
    const { rows } = await sql<{ id: string }>`
      select ${idColumn(source)}::text as id from ${sql.table(source.table)}
      where ${sql.join(met, sql` and `)}`.execute(kysely);
    return rows.map(({ id }) => id);
  }
}

const idColumn = ({ table, id }: RowSource): RawBuilder<unknown> =>
  sql.ref(`${table}.${id}`);
