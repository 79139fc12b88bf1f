import { sql } from "kysely";
import type { Database, Reader } from "../../../platform/database";

export type Word = { name: string; rank: number | null };
type WordKey = { kind: string; id: number };

/** Words of one statement. To read them blocks for less than 5 ms. */
const wordsAtOnce = 2_000;

/**
 * Caches dictionary words by id. A word never changes, so each is read once.
 */
export type DictionaryCache = {
  /**
   * Loads the words that are not cached yet. Unknown ids are ignored. Words that were
   * read stay cached if a later statement fails. A transaction reads them itself: on
   * the embedded database, all other statements wait for its end.
   */
  load(wanted: readonly WordKey[], reader?: Reader): Promise<void>;
  find(kind: string, id: number): Word | undefined;
};

export function createDictionaryCache({
  kysely,
}: Pick<Database, "kysely">): DictionaryCache {
  const known = new Map<string, Map<number, Word>>();
  const find = (kind: string, id: number) => known.get(kind)?.get(id);

  const loadSome = async (wanted: readonly WordKey[], reader: Reader) => {
    const missing = new Map<string, number[]>();
    for (const { kind, id } of wanted) {
      const ids = missing.get(kind);
      if (ids) ids.push(id);
      else missing.set(kind, [id]);
    }
    const rows = await reader
      .selectFrom("terms")
      .select(["kind", "id", "name", "rank"])
      .where((eb) =>
        eb.or(
          [...missing].map(([kind, ids]) =>
            eb.and([
              eb("kind", "=", kind),
              sql<boolean>`id = any(${ids}::int[])`,
            ]),
          ),
        ),
      )
      .execute();
    for (const { kind, id, name, rank } of rows) {
      const words = known.get(kind) ?? new Map<number, Word>();
      known.set(kind, words.set(id, { name, rank }));
    }
  };

  return {
    async load(wanted, reader = kysely) {
      const missing = wanted.filter(({ kind, id }) => !find(kind, id));
      for (let start = 0; start < missing.length; start += wordsAtOnce)
        await loadSome(missing.slice(start, start + wordsAtOnce), reader);
    },
    find,
  };
}
