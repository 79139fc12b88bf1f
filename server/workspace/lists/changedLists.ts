import { sql, type RawBuilder } from "kysely";
import { isAllowed, type Viewer } from "../../../domain/access";
import {
  conditionsKey,
  fixedConditions,
  possibleConditions,
  type FixedCondition,
} from "../../../domain/listing/fixedConditions";
import type { Where } from "../../../domain/resource";
import type { News } from "../../platform/live";
import type { Context } from "../context";
import { whereConditions, type RowSource } from "../listing";

/**
 * Rows of one source that were added, changed or removed. With `isPartial`, others may
 * have changed as well.
 */
type ChangedRows = {
  source: RowSource;
  ids: readonly string[];
  isPartial?: boolean;
};

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
      .filter(({ ids, isPartial = false }) => ids.length > 0 || isPartial)
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

/**
 * Reads once for each group of viewers who have the same fixed conditions, and
 * returns a function that finds the result of a viewer. Live news is read this
 * way, because it goes to many viewers at once.
 */
export async function readByViewers<Result>(
  where: Where | undefined,
  now: Date,
  read: (conditions: readonly FixedCondition[]) => Promise<Result>,
): Promise<(viewer: Viewer) => Result> {
  const results = new Map(
    await Promise.all(
      possibleConditions(where, now).map(
        async (conditions): Promise<[string, Result]> => [
          conditionsKey(conditions),
          await read(conditions),
        ],
      ),
    ),
  );
  return (viewer) => {
    const key = conditionsKey(fixedConditions(where, { viewer, now }));
    const result = results.get(key);
    if (result === undefined) throw new Error("A viewer fits no conditions");
    return result;
  };
}
