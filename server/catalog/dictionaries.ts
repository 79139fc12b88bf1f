import { sql, type Transaction } from "kysely";
import { conditionRank } from "../../domain/condition";
import type { Tables } from "../platform/database/tables";

/** The dictionaries of the trade. */
export type DictionaryKind =
  "house" | "maker" | "model" | "chassis" | "condition" | "gearbox" | "color";

/** A word to find or to add; a model is a word of its maker. */
export type Term = { name: string; parentId: number | null };

const keyOf = (term: Term) => `${term.parentId ?? 0}/${term.name}`;

/**
 * The ids of words in a dictionary, missing ones added. Ids count from 1
 * within a kind and never change; the dictionary stays locked until the
 * transaction ends once a word is added.
 */
export async function termIds(
  trx: Transaction<Tables>,
  kind: DictionaryKind,
  names: readonly string[],
  parentId: number | null = null,
): Promise<Map<string, number>> {
  const terms = names.map((name) => ({ name, parentId }));
  const idOf = await resolveTerms(trx, kind, terms);
  return new Map(terms.map((term) => [term.name, idOf(term)]));
}

/** As `termIds`, for words of several parents at once. */
export async function resolveTerms(
  trx: Transaction<Tables>,
  kind: DictionaryKind,
  terms: readonly Term[],
): Promise<(term: Term) => number> {
  const wanted = new Map(terms.map((term) => [keyOf(term), term]));
  const ids = await findTerms(trx, kind, [...wanted.values()]);
  if (ids.size < wanted.size) {
    await lockDictionary(trx, kind);
    const missing = () =>
      [...wanted.values()].filter((t) => !ids.has(keyOf(t)));
    const added = await findTerms(trx, kind, missing());
    for (const [key, id] of added) ids.set(key, id);
    for (const [key, id] of await addTerms(trx, kind, missing()))
      ids.set(key, id);
  }
  return (term) => {
    const id = ids.get(keyOf(term));
    if (id === undefined) throw new Error(`Not asked for ${keyOf(term)}`);
    return id;
  };
}

async function findTerms(
  trx: Transaction<Tables>,
  kind: DictionaryKind,
  terms: readonly Term[],
): Promise<Map<string, number>> {
  if (terms.length === 0) return new Map();
  const names = terms.map(({ name }) => name);
  const parents = terms.map(({ parentId }) => parentId ?? 0);
  const { rows } = await sql<{ id: number; parent: number; name: string }>`
    select terms.id, coalesce(terms.parent_id, 0) as parent, terms.name
    from unnest(${names}::text[], ${parents}::int[]) as wanted (name, parent)
    join terms on terms.kind = ${kind} and terms.name = wanted.name
      and coalesce(terms.parent_id, 0) = wanted.parent`.execute(trx);
  return new Map(
    rows.map(({ id, parent, name }) => [keyOf({ name, parentId: parent }), id]),
  );
}

const lockDictionary = (trx: Transaction<Tables>, kind: DictionaryKind) =>
  sql`select pg_advisory_xact_lock(hashtext(${`dictionary:${kind}`}))`.execute(
    trx,
  );

async function addTerms(
  trx: Transaction<Tables>,
  kind: DictionaryKind,
  terms: readonly Term[],
): Promise<Map<string, number>> {
  if (terms.length === 0) return new Map();
  const last = await trx
    .selectFrom("terms")
    .select(({ fn }) => fn.max("id").as("id"))
    .where("kind", "=", kind)
    .executeTakeFirst();
  const first = (last?.id ?? 0) + 1;
  const rows = terms.map(({ name, parentId }, index) => ({
    kind,
    id: first + index,
    parent_id: parentId,
    name,
    rank: kind === "condition" ? conditionRank(name) : null,
  }));
  await trx.insertInto("terms").values(rows).execute();
  return new Map(
    rows.map((row) => [
      keyOf({ name: row.name, parentId: row.parent_id }),
      row.id,
    ]),
  );
}
