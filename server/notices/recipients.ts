import { sql, type Transaction } from "kysely";
import { findAllowed } from "../identity";
import type { Tables } from "../platform/database";
import type { RecordChange } from "./recordNews";
import type { ListNotice } from "./declaredNotices";

/** A record that a notice is about, for all recipients by access or for one user. */
export type Addressed = { change: RecordChange; userId: string | null };

/**
 * Returns the records that a notice is about with their recipients. A record has an entry for
 * all recipients by access, and one for each user whom the record itself names.
 */
export async function addressChanges(
  trx: Transaction<Tables>,
  { notice: { to } }: ListNotice,
  changes: readonly RecordChange[],
): Promise<Addressed[]> {
  const { access, owner, field } = to;
  const nameOf = ({ after }: RecordChange) => {
    const value = field === undefined ? undefined : after?.[field];
    return typeof value === "string" || typeof value === "number"
      ? String(value).trim().toLowerCase()
      : "";
  };
  const named = await findNamed(trx, changes.map(nameOf));
  return changes.flatMap((change): Addressed[] => {
    const users = new Set([
      ...(owner && change.owner_id !== null ? [change.owner_id] : []),
      ...(named.get(nameOf(change)) ?? []),
    ]);
    users.delete(change.user_id ?? "");
    return [
      ...(access ? [{ change, userId: null }] : []),
      ...[...users].map((userId) => ({ change, userId })),
    ];
  });
}

/** Returns the ids of users by the id or e-mail that names them. */
async function findNamed(
  trx: Transaction<Tables>,
  names: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const wanted = [...new Set(names)].filter((name) => name !== "");
  if (wanted.length === 0) return new Map();
  // A number beyond the ids of the database is no id.
  const ids = wanted.filter((name) => /^[1-9]\d{0,17}$/.test(name));
  const found = await trx
    .selectFrom("users")
    .select(["id", "email_key"])
    .where((eb) =>
      eb.or([
        sql<boolean>`email_key = any(${wanted}::text[])`,
        sql<boolean>`id = any(${ids}::bigint[])`,
      ]),
    )
    .execute();
  return new Map(
    wanted.map((name) => [
      name,
      found
        .filter(({ id, email_key }) => id === name || email_key === name)
        .map(({ id }) => id),
    ]),
  );
}

/**
 * Returns the users who get a mail about stored rows of a notice. The author of all changes
 * gets none.
 */
export async function findRecipients(
  trx: Transaction<Tables>,
  { notice: { to } }: ListNotice,
  addressed: readonly Addressed[],
): Promise<string[]> {
  const forAll = addressed.filter(({ userId }) => userId === null);
  const authors = new Set(forAll.map(({ change }) => change.user_id));
  const allowed =
    to.access && forAll.length > 0 ? await findAllowed(trx, to.access) : [];
  return [
    ...new Set([
      ...allowed.filter((id) => !authors.has(id) || authors.size > 1),
      ...addressed.flatMap(({ userId }) => userId ?? []),
    ]),
  ];
}
