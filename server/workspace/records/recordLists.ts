import { isAllowed, type Viewer } from "../../../domain/access";
import { tablesOf } from "../../../domain/computed/rule";
import type { LiveEvent } from "../../../domain/liveEvent";
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
            formulas: context.index.formulas,
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
    const ofSums = recalculated(
      context,
      new Set(changed.map(({ row }) => row)),
    );
    const readsAll = (viewer: Viewer) => readableOwners(viewer) === "anyone";
    const byOwner = new Map<string, Set<string>>();
    for (const { row, id, userId } of changed)
      if (owned.has(row))
        byOwner.set(userId, (byOwner.get(userId) ?? new Set()).add(id));
    return {
      byRights: (viewer) => [
        ...ofAll(viewer),
        ...(readsAll(viewer) ? ofOwned(viewer) : []),
        ...ofSums(viewer),
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

/**
 * Returns the event of the lists whose computed fields read one of these tables. It names
 * no row, because any may have another sum.
 */
function recalculated(
  { workspace, schemas }: Pick<Context, "workspace" | "schemas">,
  tables: ReadonlySet<string>,
): (viewer: Viewer) => LiveEvent[] {
  const resources = workspace
    .resources()
    .filter(({ row }) =>
      Object.values(schemas.row(row).properties).some((field) =>
        tablesOf(field).some((table) => tables.has(table)),
      ),
    );
  return (viewer) => {
    const lists = resources
      .filter(({ access }) => isAllowed(access, viewer))
      .map(({ name }) => ({ list: name, ids: [] }));
    return lists.length > 0 ? [{ name: "records", data: { lists } }] : [];
  };
}
