import { sql, type Transaction } from "kysely";
import type { Tables, Reader } from "../database";
import type { ChangeTopic } from "./announce";
import type { ChangeRange } from "./changeHub";

/** A row that was deleted, or moved to another place. */
export type Tombstone = {
  /** The part of the table that the row left. */
  place: string;
  id: string;
  /** Null if the row was deleted. */
  movedTo: string | null;
};

/**
 * Records that rows left a place, in the transaction that deletes or moves
 * them. The transaction must have announced its change.
 */
export async function buryRows(
  trx: Transaction<Tables>,
  buried: {
    topic: ChangeTopic;
    place: string;
    ids: readonly string[];
    movedTo: string | null;
    now: Date;
  },
): Promise<void> {
  const { topic, place, ids, movedTo, now } = buried;
  if (ids.length === 0) return;
  await sql`
    insert into tombstones (topic, place, row_id, moved_to, buried_at)
    select ${topic}, ${place}, id, ${movedTo}, ${now}::timestamptz
    from unnest(${ids}::bigint[]) as id`.execute(trx);
}

/**
 * Returns the tombstones of a topic in a range of change numbers, at most `most`, by
 * default all.
 */
export async function findBuried(
  db: Reader,
  topic: ChangeTopic,
  { after, upTo, most }: ChangeRange & { most?: number },
): Promise<Tombstone[]> {
  const rows = await db
    .selectFrom("tombstones")
    .select(["place", "row_id", "moved_to"])
    .where("topic", "=", topic)
    .where("seq", ">", String(after))
    .where("seq", "<=", String(upTo))
    .orderBy("seq")
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();
  return rows.map(({ place, row_id, moved_to }) => ({
    place,
    id: row_id,
    movedTo: moved_to,
  }));
}
