import { sql, type Kysely, type Transaction } from "kysely";
import {
  isNoDocument,
  type Document,
} from "../../../domain/declarations/document";
import type { WorkspacePartsWidened } from "../../../generated/schemas";
import {
  afterCommit,
  type Database,
  type Tables,
} from "../../platform/database";
import { upgradeConditions } from "./upgradeConditions";

/** The channel for notifications about published edits. */
export const overlayChannel = "seriba_workspace";

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
  /** When a server first read files that contain the exported edit. */
  takenAt: Date | null;
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
  return rows.map(({ base, target, is_exported, taken_at, ...row }) => ({
    ...row,
    base: upgradeConditions(base as Document),
    target: upgradeConditions(target as Document),
    isExported: is_exported,
    takenAt: taken_at,
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

/** Notes when a server first read files that contain the edits of an overlay. */
export async function noteTaken(
  { kysely }: Pick<Database, "kysely">,
  { resource, version }: Pick<OverlayRow, "resource" | "version">,
  at: Date,
): Promise<void> {
  await kysely
    .updateTable("workspace_overlays")
    .set({ taken_at: at })
    .where("resource", "=", resource)
    .where("version", "=", version)
    .where("taken_at", "is", null)
    .execute();
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

type ChangeKind = "publish" | "rollback" | "export";

/** One published edit of a resource. */
export type ChangeRow = {
  id: string;
  resource: string;
  kind: ChangeKind;
  /** The id of the change that this one rolled back. */
  undoes: string | null;
  author: string;
  at: Date;
  reason: string;
  before: Document;
  after: Document;
  /** Parts that the edit opened to more viewers. */
  widened: WorkspacePartsWidened[];
};

/**
 * Makes other publications wait until the transaction ends, so that the ids of
 * changes are in the order of their commits.
 */
export async function lockPublishing(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${overlayChannel}))`.execute(
    trx,
  );
}

/** Adds a change to the history, notifies every server and returns its id. */
export async function insertChange(
  trx: Transaction<Tables>,
  change: Omit<ChangeRow, "id"> & { authorId: string | null },
): Promise<string> {
  const { author, authorId, before, after, widened, ...columns } = change;
  const { id } = await trx
    .insertInto("workspace_changes")
    .values({
      ...columns,
      author_name: author,
      author_id: authorId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      widened: JSON.stringify(widened),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await afterCommit(trx, (notify) => {
    notify(overlayChannel, id);
  });
  return id;
}

/** Inserts, replaces or, without a file and a document, deletes the published document. */
export async function writeOverlay(
  trx: Transaction<Tables>,
  overlay: Omit<OverlayRow, "isExported" | "takenAt">,
): Promise<void> {
  const { resource, version } = overlay;
  if (isNoDocument(overlay.base) && isNoDocument(overlay.target)) {
    await trx
      .deleteFrom("workspace_overlays")
      .where("resource", "=", resource)
      .execute();
    return;
  }
  const values = {
    base: JSON.stringify(overlay.base),
    target: JSON.stringify(overlay.target),
    version,
    is_exported: false,
    taken_at: null,
  };
  await trx
    .insertInto("workspace_overlays")
    .values({ resource, ...values })
    .onConflict((conflict) => conflict.column("resource").doUpdateSet(values))
    .execute();
}

/** Marks the published document of a resource as exported, unless it is a newer one. */
export async function markExported(
  trx: Transaction<Tables>,
  { resource, version }: Pick<OverlayRow, "resource" | "version">,
): Promise<void> {
  await trx
    .updateTable("workspace_overlays")
    .set({ is_exported: true })
    .where("resource", "=", resource)
    .where("version", "=", version)
    .execute();
}
