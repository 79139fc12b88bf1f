import { sql } from "kysely";
import type { LiveTopic } from "../../platform/live";
import { isAllowed } from "../../../domain/access";
import type { Resource } from "../../../domain/resource";
import type { Context } from "../context";
import { whereCondition } from "../listing";
import { recordSource, storedRows } from "./recordSource";

/** Above this number of changed records browsers reload their lists. */
const mostRecords = 1_000;

/**
 * Makes the live topic of records: for each list over changed rows the ids of
 * the added, changed and removed records. A list with a fixed condition names
 * the records that meet it, and is empty if a record may have left it.
 */
export const recordChanges =
  ({
    database: { kysely },
    workspace,
    schemas,
  }: Pick<Context, "database" | "workspace" | "schemas">): LiveTopic =>
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
    const entries = await Promise.all(
      resources
        .filter(({ row }) => stored.has(row))
        .map(async (resource) => {
          const ids = changed.flatMap(({ row, id }) =>
            row === resource.row ? [id] : [],
          );
          const { name: list, access } = resource;
          return ids.length === 0
            ? []
            : [{ access, entry: { list, ids: await meeting(resource, ids) } }];
        }),
    );
    return (viewer) => {
      const lists = entries
        .flat()
        .filter(({ access }) => isAllowed(access, viewer))
        .map(({ entry }) => entry);
      return lists.length > 0 ? [{ name: "records", data: { lists } }] : [];
    };

    async function meeting(
      { row, where }: Resource,
      ids: readonly string[],
    ): Promise<string[]> {
      if (!where) return [...ids];
      const condition = whereCondition(
        recordSource(row),
        schemas.row(row),
        where,
      );
      const found = await kysely
        .selectFrom("records")
        .select("id")
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .where(condition)
        .execute();
      return found.map(({ id }) => id);
    }
  };
