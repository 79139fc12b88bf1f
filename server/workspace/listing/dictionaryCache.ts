import { sql } from "kysely";
import type { Database } from "../../platform/database";

export type Word = { name: string; rank: number | null };
type WordKey = { kind: string; id: number };

/** The words of dictionaries by id, each read once: a word never changes. */
export type DictionaryCache = {
  /** Makes sure that the words are known; an id of no word stays unknown. */
  load(wanted: readonly WordKey[]): Promise<void>;
  find(kind: string, id: number): Word | undefined;
};

export function createDictionaryCache({
  kysely,
}: Pick<Database, "kysely">): DictionaryCache {
  const known = new Map<string, Word>();
  const keyOf = (kind: string, id: number) => `${kind}/${id}`;
  return {
    async load(wanted) {
      const missing = new Map<string, number[]>();
      for (const { kind, id } of wanted) {
        if (known.has(keyOf(kind, id))) continue;
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
      for (const { kind, id, name, rank } of rows)
        known.set(keyOf(kind, id), { name, rank });
    },
    find: (kind, id) => known.get(keyOf(kind, id)),
  };
}
