import { sql, type Kysely } from "kysely";
import type { Tables } from "../../../platform/database";
import type { Condition } from "../../listing";
import { extraReader } from "../../listing/source/extraType";
import { comparable } from "../import/comparable";
import type { ImportField } from "../import/importFields";
import type { StoredRow } from "../import/storedRows";

/** More rows with the values of a paste are no answer to the question which row is meant. */
const mostFound = 5_000;

/** Returns the rows of a list by their ids. */
export async function rowsById(
  kysely: Kysely<Tables>,
  { scope, ids }: { scope: Condition; ids: readonly string[] },
): Promise<ReadonlyMap<string, StoredRow>> {
  const found = await kysely
    .selectFrom("records")
    .select(["id", "version", "data"])
    .where(scope)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
  return new Map(found.map((row) => [row.id, row]));
}

/** The texts of a line in the columns that identify its row; an empty cell is left out. */
export type KeyTexts = ReadonlyMap<string, string>;

/**
 * Returns the function that finds the rows which have all texts of a line, in any case: those
 * in the fields of its key. Rows are read at once for all lines.
 */
export async function rowFinder(
  kysely: Kysely<Tables>,
  {
    scope,
    keys,
    lines,
  }: {
    scope: Condition;
    keys: readonly Pick<ImportField, "name" | "field">[];
    lines: readonly KeyTexts[];
  },
): Promise<(key: KeyTexts) => readonly StoredRow[]> {
  const conditions = keys.flatMap(({ name }) => {
    const texts = lines.flatMap((line) => line.get(name) ?? []);
    return texts.length === 0
      ? []
      : [
          sql<boolean>`lower(btrim(data ->> ${sql.lit(name)})) = any(${[...new Set(texts)]}::text[])`,
        ];
  });
  if (conditions.length === 0) return () => [];
  const found = await kysely
    .selectFrom("records")
    .select(["id", "version", "data"])
    .where(scope)
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .orderBy("id", "desc")
    .limit(mostFound)
    .execute();
  const byText = new Map<string, Map<string, StoredRow[]>>();
  for (const { name, field } of keys) {
    const read = extraReader(name, field);
    const rows = new Map<string, StoredRow[]>();
    for (const row of found) {
      const value = read(row.data);
      if (typeof value !== "string") continue;
      const text = comparable(value);
      rows.set(text, [...(rows.get(text) ?? []), row]);
    }
    byText.set(name, rows);
  }
  return (key) => {
    const sets = [...key].map(
      ([name, text]) => byText.get(name)?.get(text) ?? [],
    );
    const [first = [], ...others] = sets;
    return first.filter((row) =>
      others.every((rows) => rows.some(({ id }) => id === row.id)),
    );
  };
}
