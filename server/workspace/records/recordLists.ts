import { versionTag } from "../../platform/http/request";
import type { Context } from "../context";
import { createListingReader } from "../listing";
import type { FindLists, RowLists } from "../lists";
import { readRecord, recordReplySchema } from "./readRecord";
import { recordSource, storedRows } from "./recordSource";
import { namesIn } from "./references";

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
  context: Pick<
    Context,
    "database" | "clock" | "index" | "schemas" | "workspace" | "recordKinds"
  >,
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
      reader: createListingReader(
        context,
        recordSource(
          row,
          () => namesIn(context, row),
          context.recordKinds(row)?.fieldsFor,
        ),
      ),
      detail: {
        query: idQuery,
        reply: recordReplySchema,
        read: async (current, { resource, viewer, id }) =>
          readRecord({ ...context, ...current }, current.database.kysely, {
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

/**
 * Returns how lists are answered over declarations that do not act yet. These decide which
 * records there are and where their names are found.
 */
export function draftedLists(
  draft: Parameters<typeof recordLists>[0],
  findLists: FindLists,
): FindLists {
  const stored = storedRows(draft.workspace.resources());
  const ofRecords = recordLists(draft);
  return (row) => (stored.has(row) ? ofRecords(row) : findLists(row));
}
