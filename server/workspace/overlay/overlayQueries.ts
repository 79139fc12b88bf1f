import type { Kysely } from "kysely";
import type { Document } from "../../../domain/declarations/document";
import type { Database, Tables } from "../../platform/database";

/**
 * The published document of a resource, and the file's document at that time.
 */
export type OverlayRow = {
  resource: string;
  base: Document;
  target: Document;
  /** The id of the change that created it. */
  version: string;
  isExported: boolean;
};

/** Returns all overlays by resource name. */
export async function readOverlays(
  kysely: Kysely<Tables>,
): Promise<OverlayRow[]> {
  const rows = await kysely
    .selectFrom("workspace_overlays")
    .selectAll()
    .orderBy("resource")
    .execute();
  return rows.map(({ base, target, is_exported, ...row }) => ({
    ...row,
    base: base as Document,
    target: target as Document,
    isExported: is_exported,
  }));
}

/** Returns the id of the newest change, or "0" without changes. */
export async function newestChange(kysely: Kysely<Tables>): Promise<string> {
  const { newest } = await kysely
    .selectFrom("workspace_changes")
    .select((eb) => eb.fn.max<string | null>("id").as("newest"))
    .executeTakeFirstOrThrow();
  return newest ?? "0";
}

/** Deletes an overlay whose edits are in the files, unless it is newer. */
export async function dropOverlay(
  { kysely }: Pick<Database, "kysely">,
  { resource, version }: Pick<OverlayRow, "resource" | "version">,
): Promise<void> {
  await kysely
    .deleteFrom("workspace_overlays")
    .where("resource", "=", resource)
    .where("version", "=", version)
    .execute();
}
