import { sql } from "kysely";
import type { LiveTopic } from "../../platform/live";
import { isAllowed } from "../../../domain/access";
import type { FixedCondition } from "../../../domain/listing/fixedConditions";
import type { Resource } from "../../../domain/resource";
import type { Context } from "../context";
import { readByViewers, whereConditions } from "../listing";
import { recordSource, storedRows } from "./recordSource";

/** Above this number of changed records browsers reload their lists. */
const mostRecords = 1_000;

/**
 * Makes the live topic of records: for each list over changed rows the ids of
 * the added, changed and removed records. A viewer with fixed conditions gets
 * the records that meet them, and an empty list if a record may have left it.
 */
export const recordChanges =
  ({
    database: { kysely },
    workspace,
    schemas,
    clock,
  }: Pick<
    Context,
    "database" | "workspace" | "schemas" | "clock"
  >): LiveTopic =>
  async ({ after, upTo }) => {
    const changed = await kysely
      .selectFrom("record_history")
      .select(["row_schema as row", "record_id as id"])
      .distinct()
      .where("seq", ">", String(after))
      .where("seq", "<=", String(upTo))
      .limit(mostRecords + 1)
      .execute();
    if (changed.length > mostRecords) return null;
    const resources = workspace.resources();
    const stored = storedRows(resources);
    const now = clock.now();
    const entries = await Promise.all(
      resources
        .filter(({ row }) => stored.has(row))
        .map(async (resource) => {
          const ids = changed.flatMap(({ row, id }) =>
            row === resource.row ? [id] : [],
          );
          const { name: list, access, where } = resource;
          if (ids.length === 0) return [];
          const idsFor = await readByViewers(where, now, (conditions) =>
            meeting(resource, conditions, ids),
          );
          return [{ list, access, idsFor }];
        }),
    );
    return (viewer) => {
      const lists = entries
        .flat()
        .filter(({ access }) => isAllowed(access, viewer))
        .map(({ list, idsFor }) => ({ list, ids: idsFor(viewer) }));
      return lists.length > 0 ? [{ name: "records", data: { lists } }] : [];
    };

    async function meeting(
      { row }: Resource,
      conditions: readonly FixedCondition[],
      ids: readonly string[],
    ): Promise<string[]> {
      if (conditions.length === 0) return [...ids];
      const met = whereConditions(
        recordSource(row),
        schemas.row(row),
        conditions,
      );
      const found = await kysely
        .selectFrom("records")
        .select("id")
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .where(sql<boolean>`${sql.join(met, sql` and `)}`)
        .execute();
      return found.map(({ id }) => id);
    }
  };
