import { sql, type Transaction } from "kysely";
import { gradeRank } from "../../domain/auctionGrade";
import type { Tables } from "../platform/database/tables";

/** The dictionaries of a lot's terms. */
export type DictionaryKind =
  | "house"
  | "maker"
  | "model"
  | "chassis"
  | "condition"
  | "gearbox"
  | "color";

/** A term to find or to add. The parent of a model is its maker. */
export type Term = { name: string; parentId: number | null };

/** Ids of terms that other transactions have committed; they never change. */
export type KnownTerms = Map<DictionaryKind, Map<string, number>>;

const keyOf = (term: Term) => `${term.parentId ?? 0}/${term.name}`;

/**
 * Returns a function that gives the id of each of `terms`, and adds missing
 * terms. Ids count from 1 within a dictionary and never change. Adding a term
 * locks the dictionary until the transaction ends. An import passes the same
 * `known` each time, so that it looks up each term once.
 */
export async function resolveTerms(
  trx: Transaction<Tables>,
  kind: DictionaryKind,
  terms: readonly Term[],
  known: KnownTerms = new Map(),
): Promise<(term: Term) => number> {
  const unique = [...new Map(terms.map((t) => [keyOf(t), t])).values()];
  const found = known.get(kind) ?? new Map<string, number>();
  known.set(kind, found);
  const added = new Map<string, number>();
  const findId = (key: string) => found.get(key) ?? added.get(key);
  const missing = () =>
    unique.filter((term) => findId(keyOf(term)) === undefined);
  const findMissing = async () => {
    for (const [key, id] of await findTerms(trx, kind, missing()))
      found.set(key, id);
  };
  await findMissing();
  if (missing().length > 0) {
    await lockDictionary(trx, kind);
    // Another import may have added them before the lock was granted.
    await findMissing();
    // These may be rolled back, so they are not known to the next transaction.
    for (const [key, id] of await addTerms(trx, kind, missing()))
      added.set(key, id);
  }
  return (term) => {
    const id = findId(keyOf(term));
    if (id === undefined)
      throw new Error(`Term ${keyOf(term)} was not resolved`);
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
    from unnest(${names}::text[], ${parents}::int[]) as requested (name, parent)
    join terms on terms.kind = ${kind} and terms.name = requested.name
      and coalesce(terms.parent_id, 0) = requested.parent`.execute(trx);
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
    rank: kind === "condition" ? gradeRank(name) : null,
  }));
  await trx.insertInto("terms").values(rows).execute();
  return new Map(
    rows.map((row) => [
      keyOf({ name: row.name, parentId: row.parent_id }),
      row.id,
    ]),
  );
}
