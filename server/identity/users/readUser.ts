import type { Kysely } from "kysely";
import type { Viewer } from "../../../domain/access";
import type {
  Client,
  SaveClientReply,
  SaveUserReply,
  User,
} from "../../../generated/schemas";
import type { Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import { versionTag } from "../../platform/http/request";
import type { Context } from "../../workspace/context";
import {
  createListingReader,
  readRows,
  visibleListing,
  type RowSource,
} from "../../workspace/listing";
import type { RowLists } from "../../workspace/lists";

type Declared = Pick<Context, "schemas" | "workspace" | "clock">;
type Asked = { viewer: Viewer; id: string };
type AskedOf = Asked & { source: RowSource };

type ReadVersioned = (
  context: Declared,
  kysely: Kysely<Tables>,
  asked: AskedOf,
) => Promise<{ version: number }>;

/** Returns lists of a source whose rows have versions. `call` names their schemas. */
const listsOf = (
  context: Context,
  source: RowSource,
  call: string,
  read: ReadVersioned,
): RowLists => ({
  row: source.row,
  reader: createListingReader(context, source),
  detail: {
    query: `${call}#/definitions/params`,
    reply: `${call}#/definitions/reply`,
    read: (draft, asked) =>
      read(draft, draft.database.kysely, { ...asked, source }),
    tagOf: (reply) =>
      "version" in reply ? versionTag(Number(reply.version)) : undefined,
  },
});

/** Returns how the engine answers lists of users. */
export const userLists = (context: Context, source: RowSource): RowLists =>
  listsOf(context, source, "save-user", readUser);

/** Returns how the engine answers lists of clients. */
export const clientLists = (context: Context, source: RowSource): RowLists =>
  listsOf(context, source, "save-client", readClient);

/** Returns a user with the fields that the viewer may see. Throws not_found. */
export async function readUser(
  context: Declared,
  kysely: Kysely<Tables>,
  asked: AskedOf,
): Promise<SaveUserReply> {
  const detail = (await readRow(context, kysely, asked)) as User;
  return { success: true, version: detail.version, detail };
}

/** Returns a client with the fields that the viewer may see. Throws not_found. */
export async function readClient(
  context: Declared,
  kysely: Kysely<Tables>,
  asked: AskedOf,
): Promise<SaveClientReply> {
  const row = await readRow(context, kysely, asked);
  const detail = row as Client;
  return { success: true, version: detail.version, detail };
}

/** Users have no dictionary words. */
const dictionaries = {
  load: () => Promise.resolve(),
  find: () => undefined,
};

async function readRow(
  { schemas, workspace, clock }: Declared,
  kysely: Kysely<Tables>,
  { viewer, id, source }: AskedOf,
): Promise<Record<string, unknown>> {
  const resource = workspace.resources().find(({ row }) => row === source.row);
  if (!resource) throw failure("not_found");
  const listing = visibleListing({ schemas, clock, resource, viewer });
  const [found] = await readRows(
    { database: { kysely }, source, dictionaries },
    { ...listing, ids: [id], fields: Object.keys(listing.row.properties) },
  );
  if (!found) throw failure("not_found");
  return found;
}
