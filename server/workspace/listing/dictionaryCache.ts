import { sql } from "kysely";
import type { Database } from "../../platform/database";

export type Word = { name: string; rank: number | null };
type WordKey = { kind: string; id: number };

/**
 * Caches dictionary words by id. A word never changes, so each is read once.
 */
export type DictionaryCache = {
  /** Loads the words that are not cached yet. Unknown ids are ignored. */
  load(wanted: readonly WordKey[]): Promise<void>;
  find(kind: string, id: number): Word | undefined;
};

export function createDictionaryCache({
  kysely,
}: Pick<Database, "kysely">): DictionaryCache {
  const known = new Map<string, Map<number, Word>>();
  const find = (kind: string, id: number) => known.get(kind)?.get(id);
  return {
    async load(wanted) {
      const missing = new Map<string, number[]>();
      for (const { kind, id } of wanted) {
        if (find(kind, id)) continue;
        const ids = missing.get(kind) ?? [];
        missing.set(kind, [...ids, id]);
      }
      if (missing.size === 0) return;
      const rows = await kysely
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
    },
    find,
  };
}
