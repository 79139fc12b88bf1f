import { userTypes, type Viewer } from "../../../domain/access";
import { lastChangeFor } from "../../../domain/lastChange";
import type { Insertable, Transaction } from "kysely";
import { inTransaction, type Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { Catalog } from "../catalog";
import { lotKindOf } from "../lotKinds";
import { noteLotChange } from "../lotQueries";
import { lotRows } from "../lotSource";
import { visibleLot } from "../visibleLot";

/**
 * Saves the note about a lot and returns it; an empty text deletes the note. Without
 * `before`, the last of several writes stays. Throws not_found for a lot that the
 * author may not see, and stale_row with the present note if it is not `before`.
 */
export async function saveNote(
  catalog: Catalog,
  {
    viewer,
    lotId,
    text,
    before,
  }: {
    viewer: Viewer;
    lotId: string;
    text: string;
    /** The note that the author has seen. */
    before?: string | null;
  },
): Promise<string | null> {
  const { area } = await visibleLot(catalog, {
    viewer,
    id: lotId,
    rows: lotRows,
  });
  const { database, clock } = catalog.context;
  const note = text.trim() || null;
  await inTransaction(database, async (trx) => {
    const kind = lotKindOf(area);
    // It locks the lot, so that two authors cannot both see the former note.
    await noteLotChange(trx, { area, lotId });
    if (before !== undefined)
      await assertUnchanged(trx, { viewer, kind, lotId, before, text: note });
    await writeNote(trx, {
      kind,
      lot_id: lotId,
      text: note,
      author_id: viewer.userId,
      updated_at: clock.now(),
    });
  });
  return note;
}

async function assertUnchanged(
  trx: Transaction<Tables>,
  {
    viewer,
    kind,
    lotId,
    before,
    text,
  }: {
    viewer: Viewer;
    kind: string;
    lotId: string;
    before: string | null;
    text: string | null;
  },
): Promise<void> {
  const present = await trx
    .selectFrom("lot_notes")
    .leftJoin("users", "users.id", "lot_notes.author_id")
    .select(["text", "author_id", "updated_at", "users.full_name"])
    .where("kind", "=", kind)
    .where("lot_id", "=", lotId)
    .executeTakeFirst();
  const comment = present?.text ?? null;
  // The same text again is a repeated call.
  if (comment === before || comment === text) return;
  throw failure("stale_row", {
    current: { comment },
    changed:
      present &&
      lastChangeFor(viewer, {
        at: present.updated_at,
        actorId: present.author_id,
        actorName: present.full_name ?? "",
        actorType: userTypes.manager,
      }),
  });
}

/** Writes the text about a lot; null deletes it. */
async function writeNote(
  trx: Transaction<Tables>,
  {
    text,
    ...rest
  }: Omit<Insertable<Tables["lot_notes"]>, "text"> & { text: string | null },
): Promise<void> {
  const { kind, lot_id, ...written } = rest;
  if (text === null)
    await trx
      .deleteFrom("lot_notes")
      .where("kind", "=", kind)
      .where("lot_id", "=", lot_id)
      .execute();
  else
    await trx
      .insertInto("lot_notes")
      .values({ ...rest, text })
      .onConflict((conflict) =>
        conflict.columns(["kind", "lot_id"]).doUpdateSet({ ...written, text }),
      )
      .execute();
}
