import type { Kysely } from "kysely";
import type { Viewer } from "../../../domain/access";
import type { SaveUserReply, User } from "../../../generated/schemas";
import type { Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import { versionTag } from "../../platform/http/ifMatch";
import type { Context } from "../../workspace/context";
import {
  createListingReader,
  readRows,
  visibleListing,
} from "../../workspace/listing";
import type { RowLists } from "../../workspace/lists";
import { userSource } from "./userSource";

type Declared = Pick<Context, "schemas" | "workspace" | "clock">;

/** Returns how the engine answers lists of users. */
export const userLists = (context: Context): RowLists => ({
  row: userSource.row,
  reader: createListingReader(context, userSource),
  detail: {
    query: "save-user#/definitions/params",
    reply: "save-user#/definitions/reply",
    read: (draft, { viewer, id }) =>
      readUser(draft, draft.database.kysely, { viewer, id }),
    tagOf: (reply) => versionTag((reply as SaveUserReply).version),
  },
});

/** Users have no dictionary words. */
const dictionaries = {
  load: () => Promise.resolve(),
  find: () => undefined,
};

/** Returns a user with the fields that the viewer may see. Throws not_found. */
export async function readUser(
  { schemas, workspace, clock }: Declared,
  kysely: Kysely<Tables>,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<SaveUserReply> {
  const resource = workspace
    .resources()
    .find(({ row }) => row === userSource.row);
  if (!resource) throw failure("not_found");
  const listing = visibleListing({ schemas, clock, resource, viewer });
  const [found] = await readRows(
    { database: { kysely }, source: userSource, dictionaries },
    { ...listing, ids: [id], fields: Object.keys(listing.row.properties) },
  );
  if (!found) throw failure("not_found");
  const detail = found as User;
  return { success: true, version: detail.version, detail };
}
