import { sql } from "kysely";
import type { Context } from "../workspace/context";
import { createListingReader, tableSource } from "../workspace/listing";
import type { RowLists } from "../workspace/lists";

/** The files that users have uploaded. The access rule of the list guards them. */
export const fileSource = tableSource({
  row: "file",
  table: "files",
  columns: { name: "name", type: "type", size: "size", storedAt: "stored_at" },
  fields: {
    owner: {
      kind: "expression",
      expression: sql<string | null>`(
        select email from users where users.id = files.owner_id)`,
    },
  },
  rows: sql<boolean>`files.stored_at is not null`,
});

/** Returns how the engine answers lists of files. */
export const fileLists = (context: Context): RowLists => ({
  row: fileSource.row,
  reader: createListingReader(context, fileSource),
});
