import type { Kysely } from "kysely";
import type { Document } from "../../../domain/declarations/document";
import type { Database, Tables } from "../../platform/database";

/** What was published of a resource, over what its files said then. */
export type OverlayRow = {
  resource: string;
  base: Document;
  target: Document;
  /** The id of the change that made it. */
  version: string;
  isExported: boolean;
};

/** Every overlay, in the order of the resources' names. */
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

/** The id of the newest change of any resource, "0" before the first. */
export async function newestChange(kysely: Kysely<Tables>): Promise<string> {
  const { newest } = await kysely
    .selectFrom("workspace_changes")
    .select((eb) => eb.fn.max<string | null>("id").as("newest"))
    .executeTakeFirstOrThrow();
  return newest ?? "0";
}

/** Forgets an overlay that the files have taken over, unless it is newer. */
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
