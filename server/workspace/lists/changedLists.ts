import { sql } from "kysely";
import { isAllowed, type Viewer } from "../../../domain/access";
import {
  conditionsKey,
  fixedConditions,
  possibleConditions,
  type FixedCondition,
} from "../../../domain/listing/fixedConditions";
import { readableOwners } from "../../../domain/readableOwners";
import type { Conditions } from "../../../domain/condition/condition";
import type { Resource } from "../../../domain/resource";
import type { LiveEvent } from "../../../domain/liveEvent";
import type { Context } from "../context";
import { whereConditions, type RowSource } from "../listing";

/**
 * Rows of one source that were added, changed or removed. With `isPartial`, others may
 * have changed as well: of rows with owners, only people who read all rows get
 * the event.
 */
type ChangedRows = {
  source: RowSource;
  ids: readonly string[];
  isPartial?: boolean;
};

/** Returns the event with the changed rows of a viewer's lists, of `own` rows alone. */
type ListEvents = (viewer: Viewer, own?: OwnRows) => LiveEvent[];

/** Returns whether the viewer reads a row of a list because of its owner. */
type OwnRows = (list: Resource, id: string) => boolean;

/**
 * Reads which of the changed rows are in each list over these sources. A viewer with
 * fixed conditions gets the rows that meet them, and an empty list if a row may have left
 * it.
 */
export async function changedLists(
  {
    database: { kysely },
    workspace,
    schemas,
    clock,
  }: Pick<Context, "database" | "workspace" | "schemas" | "clock">,
  changes: readonly ChangedRows[],
): Promise<ListEvents> {
  const now = clock.now();
  const entries = await Promise.all(
    changes
      .filter(({ ids, isPartial = false }) => ids.length > 0 || isPartial)
      .flatMap((changed) =>
        workspace
          .resources()
          .filter(({ row }) => row === changed.source.row)
          .map(async (list) => ({
            list,
            isForAll:
              !changed.isPartial || changed.source.ownerColumn === undefined,
            rows: await readConditions(changed, list.where),
          })),
      ),
  );
  return (viewer, own) => {
    const lists = entries
      .filter(
        ({ list, isForAll }) =>
          isAllowed(list.access, viewer) &&
          (isForAll || readableOwners(viewer) === "anyone"),
      )
      .map(({ list, rows }) => {
        const keys = fixedConditions(list.where, { viewer, now }).map(keyOf);
        const ids = rows.flatMap(({ id, met }) =>
          keys.every((key) => met.includes(key)) && (own?.(list, id) ?? true)
            ? id
            : [],
        );
        return { list: list.name, ids };
      });
    return lists.length > 0 ? [{ name: "records", data: { lists } }] : [];
  };

  /** Returns the rows with the keys of the conditions that each of them meets. */
  async function readConditions(
    { source, ids }: ChangedRows,
    where: Conditions | undefined,
  ): Promise<{ id: string; met: string[] }[]> {
    const possible = possibleConditions(where, now).flat();
    const conditions = [
      ...new Map(possible.map((condition) => [keyOf(condition), condition])),
    ];
    if (conditions.length === 0) return ids.map((id) => ({ id, met: [] }));
    const row = schemas.row(source.row);
    const idColumn = sql.ref(`${source.table}.${source.id}`);
    const met = conditions.map(([key, condition]) => {
      const [is] = whereConditions(source, row, [condition]);
      return sql`case when ${is} then ${key}::text end`;
    });
    const { rows } = await sql<{ id: string; met: string[] }>`
      select ${idColumn}::text as id, array[${sql.join(met)}] as met
      from ${sql.table(source.table)}
      where ${idColumn} = any(${ids}::bigint[])`.execute(kysely);
    return rows;
  }
}

const keyOf = (condition: FixedCondition): string => conditionsKey([condition]);
