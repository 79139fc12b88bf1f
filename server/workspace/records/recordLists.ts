import type { Context } from "../context";
import type { RowLists } from "../lists";
import { createListingReader } from "../listing";
import { readRecord, recordReplySchema } from "./readRecord";
import { recordSource } from "./recordSource";
import { versionTag } from "../../platform/http/ifMatch";

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
