import type { LiveTopic } from "../../platform/live";
import type { Context } from "../context";
import { changedLists } from "../lists";
import { recordSource, storedRows } from "./recordSource";

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
    return changedLists(
      context,
      rows.map((row) => ({
        source: recordSource(row),
        ids: changed.flatMap((record) => (record.row === row ? record.id : [])),
      })),
    );
  },
});
