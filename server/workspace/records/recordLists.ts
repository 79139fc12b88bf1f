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
 * the added, changed and removed records.
 */
export const recordNews = (
  context: Pick<Context, "database" | "workspace" | "schemas" | "clock">,
): LiveTopic => ({
  reads: { records: [{ table: "record_history" }] },
  read: async ({ after, upTo }) => {
    const changed = await context.database.kysely
      .selectFrom("record_history")
      .select(["row_schema as row", "record_id as id"])
      .distinct()
      .where("seq", ">", String(after))
      .where("seq", "<=", String(upTo))
      .limit(mostRecords + 1)
      .execute();
    if (changed.length > mostRecords) return null;
    const rows = [...storedRows(context.workspace.resources())];
    const byRights = await changedLists(
      context,
      rows.map((row) => ({
        source: recordSource(row),
        ids: changed.flatMap((record) => (record.row === row ? record.id : [])),
      })),
    );
    return { byRights };
  },
});
