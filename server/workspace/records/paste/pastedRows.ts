import { sql, type Kysely } from "kysely";
import type { Tables } from "../../../platform/database";
import type { Condition } from "../../listing";
import { extraReader } from "../../listing/source/extraType";
import { comparable } from "../import/comparable";
import type { ImportField } from "../import/importFields";
import type { StoredRow } from "../import/storedRows";
import { sheetFailure } from "./readSheet";

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

const textOf = (name: string) =>
  sql<string | null>`lower(btrim(data ->> ${sql.lit(name)}))`;

const isOneOf = (name: string, texts: readonly string[]) =>
  sql<boolean>`${textOf(name)} = any(${[...new Set(texts)]}::text[])`;

/** Returns how many of the texts the rows of a list have in a field, in any case. */
export async function countTexts(
  kysely: Kysely<Tables>,
  {
    scope,
    name,
    texts,
  }: { scope: Condition; name: string; texts: readonly string[] },
): Promise<number> {
  const { count } = await kysely
    .selectFrom("records")
    .select(sql<string>`count(distinct ${textOf(name)})`.as("count"))
    .where(scope)
    .where(isOneOf(name, texts))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Returns the function that finds the rows which have all texts of a line, in any case: those
 * in the fields of its key. It returns two rows at most. Rows are read at once for all lines.
 * Throws invalid_fields if too many rows have texts of the lines.
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
  const asked = lines.filter(({ size }) => size > 0);
  if (asked.length === 0) return () => [];
  const conditions = keys.flatMap(({ name }) => {
    const texts = asked.flatMap((line) => line.get(name) ?? []);
    const isInAll = texts.length === asked.length;
    return texts.length === 0
      ? []
      : [{ isInAll, condition: isOneOf(name, texts) }];
  });
  // Each row must have a text in the columns that no line leaves empty.
  const inAll = conditions.filter(({ isInAll }) => isInAll);
  const used = inAll.length > 0 ? inAll : conditions;
  const operator = inAll.length > 0 ? sql` and ` : sql` or `;
  const parts = used.map(({ condition }) => condition);
  const found = await kysely
    .selectFrom("records")
    .select(["id", "version", "data"])
    .where(scope)
    .where(sql<boolean>`(${sql.join(parts, operator)})`)
    .orderBy("id", "desc")
    .limit(mostFound + 1)
    .execute();
  if (found.length > mostFound)
    throw sheetFailure("paste.faults.manyRows", { most: mostFound });
  const byText = new Map(
    keys.map((key) => [key.name, rowsByText(found, key)] as const),
  );
  return (key) => {
    const sets = [...key].map(
      ([name, text]) => byText.get(name)?.get(text) ?? new Map<string, never>(),
    );
    const [first, ...others] = sets.sort(
      (left, right) => left.size - right.size,
    );
    const rows: StoredRow[] = [];
    for (const [id, row] of first ?? []) {
      if (others.every((other) => other.has(id))) rows.push(row);
      if (rows.length === 2) break;
    }
    return rows;
  };
}

/** Returns the rows by the text of a field and by their ids. */
function rowsByText(
  found: readonly StoredRow[],
  { name, field }: Pick<ImportField, "name" | "field">,
): ReadonlyMap<string, ReadonlyMap<string, StoredRow>> {
  const read = extraReader(name, field);
  const byText = new Map<string, Map<string, StoredRow>>();
  for (const row of found) {
    const value = read(row.data);
    if (typeof value !== "string") continue;
    const text = comparable(value);
    const rows = byText.get(text) ?? new Map<string, StoredRow>();
    byText.set(text, rows.set(row.id, row));
  }
  return byText;
}
