import type { Viewer } from "../../../domain/access";
import { readableOwners } from "../../../domain/readableOwners";
import { versionTag } from "../../platform/http/request";
import type { LiveTopic } from "../../platform/live";
import type { Context } from "../context";
import { createListingReader } from "../listing";
import { changedLists, type RowLists } from "../lists";
import { readRecord, recordReplySchema } from "./readRecord";
import { recordSource, storedRows } from "./recordQueries";

const idQuery = {
  type: "object",
  required: ["id"],
  properties: { id: { $ref: "definitions#/definitions/id" } },
  additionalProperties: false,
};

/**
 * Returns a function that finds how the engine answers lists over rows that the
 * program stores itself.
 */
export function recordLists(
  context: Pick<Context, "database" | "clock" | "index">,
): (row: string) => RowLists {
  const byRow = new Map<string, RowLists>();
  return (row) => {
    const lists = byRow.get(row) ?? listsOf(row);
    byRow.set(row, lists);
    return lists;
  };

  function listsOf(row: string): RowLists {
    return {
      row,
      reader: createListingReader(context, recordSource(row)),
      detail: {
        query: idQuery,
        reply: recordReplySchema,
        read: async (current, { resource, viewer, id }) =>
          readRecord(current, current.database.kysely, {
            resource: current.workspace.resource(resource),
            viewer,
            id,
          }),
        tagOf: (reply) =>
          "version" in reply ? versionTag(Number(reply.version)) : undefined,
      },
    };
  }
}

/** Above this number of changed records browsers reload their lists. */
const mostRecords = 1_000;

/**
 * Makes the live news of records: for each list over changed rows the ids of
 * the added, changed and removed records. Only the owner of a row and the viewers who
 * read the rows of all owners learn of its change.
 */
export const recordNews = (
  context: Pick<Context, "database" | "workspace" | "schemas" | "clock">,
): LiveTopic => ({
  reads: { records: [{ table: "record_history" }] },
  read: async ({ after, upTo }) => {
    const changed = await context.database.kysely
      .selectFrom("record_history")
      // Only its owner writes a row that has one.
      .select(["row_schema as row", "record_id as id", "user_id as userId"])
      .distinct()
      .where("seq", ">", String(after))
      .where("seq", "<=", String(upTo))
      .limit(mostRecords + 1)
      .execute();
    if (changed.length > mostRecords) return null;
    const resources = context.workspace.resources();
    const owned = storedRows(resources.filter(({ owner }) => owner));
    const listsOver = (rows: readonly string[]) =>
      changedLists(
        context,
        rows.map((row) => ({
          source: recordSource(row),
          ids: [
            ...new Set(
              changed.flatMap((record) =>
                record.row === row ? record.id : [],
              ),
            ),
          ],
        })),
      );
    const rows = [...storedRows(resources)];
    const ofAll = await listsOver(rows.filter((row) => !owned.has(row)));
    const ofOwned = await listsOver([...owned]);
    const readsAll = (viewer: Viewer) => readableOwners(viewer) === "anyone";
    const byOwner = new Map<string, Set<string>>();
    for (const { row, id, userId } of changed)
      if (owned.has(row))
        byOwner.set(userId, (byOwner.get(userId) ?? new Set()).add(id));
    return {
      byRights: (viewer) => [
        ...ofAll(viewer),
        ...(readsAll(viewer) ? ofOwned(viewer) : []),
      ],
      byUser: new Map(
        [...byOwner].map(([userId, ids]) => [
          userId,
          (viewer) => (readsAll(viewer) ? [] : ofOwned(viewer, ids)),
        ]),
      ),
    };
  },
});
