import type { Kysely } from "kysely";
import type { Viewer } from "../../../domain/access";
import { rowReplySchema } from "../../../domain/listing/querySchema";
import type { Resource, RowSchema } from "../../../domain/resource";
import { visibleRow } from "../../../domain/visible";
import type { Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { JsonSchema } from "../../platform/schemas/registry";
import type { Context } from "../context";
import { readRows, visibleListing, type Row } from "../listing";
import { recordSource } from "./recordSource";

/** One record with its version, which If-Match names in the next write. */
export type RecordReply = { success: true; version: number; detail: Row };

/** Returns the schema of a reply with one record. */
export const recordReplySchema = (row: RowSchema): JsonSchema => ({
  type: "object",
  required: ["success", "version", "detail"],
  properties: {
    success: { const: true },
    version: { type: "integer", minimum: 1, maximum: 2_147_483_647 },
    detail: rowReplySchema(row, Object.keys(row.properties)),
  },
  additionalProperties: false,
});

/** Records have no dictionary words. */
const noDictionaries = {
  load: async () => undefined,
  find: () => undefined,
};

/**
 * Returns a record with all fields that the viewer may see. Throws forbidden,
 * and not_found for a record outside the list.
 */
export async function readRecord(
  { schemas, clock }: Pick<Context, "schemas" | "clock">,
  kysely: Kysely<Tables>,
  place: {
    resource: Resource;
    viewer: Viewer;
    id: string;
    /** Whether the record may break the fixed condition of the list. */
    anywhere?: boolean;
  },
): Promise<RecordReply> {
  const { resource, viewer, id, anywhere = false } = place;
  const listing = visibleListing({ schemas, clock, resource, viewer });
  const { properties } = visibleRow(listing.row, viewer);
  const reader = {
    database: { kysely },
    source: recordSource(resource.row),
    dictionaries: noDictionaries,
  };
  const versioned = {
    ...listing.row,
    properties: {
      ...listing.row.properties,
      version: { type: "integer" },
    },
  };
  const [found] = await readRows(reader, {
    ...listing,
    row: versioned,
    where: anywhere ? undefined : listing.where,
    ids: [id],
    fields: [...new Set([...Object.keys(properties), "version"])],
  });
  if (!found) throw failure("not_found");
  const { version, ...detail } = found;
  return {
    success: true,
    version: Number(version),
    detail: "version" in properties ? found : detail,
  };
}
