import type { Viewer } from "../../../domain/access";
import type { Insertable, Transaction } from "kysely";
import {
  inTransaction,
  type Reader,
  type Tables,
} from "../../platform/database";
import type { Catalog } from "../catalog";
import { lotKindOf } from "../lotKinds";
import { noteLotChange } from "../lotQueries";
import { bikeSource, lotSource, type LotArea } from "../lotSource";
import { visibleLot } from "../visibleLot";

/** The row schemas of lots about which managers write notes. */
export const notedRows = [lotSource.row, bikeSource.row];

/** Returns the notes about lots of an area, by lot id. */
export async function findNotes(
  db: Reader,
  { area, lotIds }: { area: LotArea; lotIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (lotIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("lot_notes")
    .select(["lot_id", "text"])
    .where("kind", "=", lotKindOf(area))
    .where("lot_id", "in", [...lotIds])
    .execute();
  return new Map(rows.map(({ lot_id: id, text }) => [id, text]));
}

/**
 * Saves the note about a lot and returns it; an empty text deletes the note. The
 * last of several writes stays. Throws not_found for a lot that the author may not
 * see.
 */
export async function saveNote(
  catalog: Catalog,
  { viewer, lotId, text }: { viewer: Viewer; lotId: string; text: string },
): Promise<string | null> {
  const { area } = await visibleLot(catalog, {
    viewer,
    id: lotId,
    rows: notedRows,
  });
  const { database, clock } = catalog.context;
  const note = text.trim() || null;
  await inTransaction(database, async (trx) => {
    await noteLotChange(trx, { area, lotId });
    await writeNote(trx, {
      kind: lotKindOf(area),
      lot_id: lotId,
      text: note,
      author_id: viewer.userId,
      updated_at: clock.now(),
    });
  });
  return note;
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
