import { sql, type Kysely, type Transaction } from "kysely";
import type { Document } from "../../domain/declarations/document";
import type { Tables } from "../platform/database";
import { overlayChannel } from "../workspace/overlay";

export type ChangeKind = "publish" | "rollback" | "export";

/** One published edit, as it is kept. */
export type ChangeRow = {
  id: string;
  resource: string;
  kind: ChangeKind;
  undoes: string | null;
  author: string;
  at: Date;
  reason: string;
  before: Document;
  after: Document;
};

export type NewChange = Omit<ChangeRow, "id"> & { authorId: string | null };

/**
 * Publishing is one after another, so that ids of changes are in the order of
 * their commits; held until the transaction ends.
 */
export async function lockPublishing(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${overlayChannel}))`.execute(
    trx,
  );
}

/** Writes the history's line and tells every server. Answers its id. */
export async function insertChange(
  trx: Transaction<Tables>,
  { author, authorId, before, after, ...change }: NewChange,
): Promise<string> {
  const { id } = await trx
    .insertInto("workspace_changes")
    .values({
      ...change,
      author_name: author,
      author_id: authorId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`select pg_notify(${overlayChannel}, ${id})`.execute(trx);
  return id;
}

/** What is published of a resource from now on. */
export async function writeOverlay(
  trx: Transaction<Tables>,
  overlay: {
    resource: string;
    base: Document;
    target: Document;
    version: string;
  },
): Promise<void> {
  const { resource, version } = overlay;
  const values = {
    base: JSON.stringify(overlay.base),
    target: JSON.stringify(overlay.target),
    version,
    is_exported: false,
  };
  await trx
    .insertInto("workspace_overlays")
    .values({ resource, ...values })
    .onConflict((conflict) => conflict.column("resource").doUpdateSet(values))
    .execute();
}

export type ChangeFilter = {
  ids?: readonly string[] | undefined;
  resource?: string | undefined;
};

const narrowed = (kysely: Kysely<Tables>, { ids, resource }: ChangeFilter) =>
  kysely
    .selectFrom("workspace_changes")
    .$if(ids !== undefined, (query) =>
      query.where(sql<boolean>`id = any(${ids ?? []}::bigint[])`),
    )
    .$if(resource !== undefined, (query) =>
      query.where("resource", "=", resource ?? ""),
    );

/** The changes of a filter by id, and how many there are in all. */
export async function readChanges(
  kysely: Kysely<Tables>,
  asked: ChangeFilter & { order: "asc" | "desc"; from: number; most: number },
): Promise<{ rows: ChangeRow[]; total: number }> {
  const found = await narrowed(kysely, asked)
    .selectAll()
    .orderBy("id", asked.order)
    .offset(asked.from)
    .limit(asked.most)
    .execute();
  const { total } = await narrowed(kysely, asked)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = found.map(({ author_id: _id, author_name, ...row }) => ({
    ...row,
    author: author_name,
    before: row.before as Document,
    after: row.after as Document,
  }));
  return { rows, total: Number(total) };
}

/** The last change of each resource: who made it and when. */
export async function lastChanges(
  kysely: Kysely<Tables>,
): Promise<Map<string, { author: string; at: Date }>> {
  const rows = await kysely
    .selectFrom("workspace_changes")
    .distinctOn("resource")
    .select(["resource", "author_name", "at"])
    .where("kind", "!=", "export")
    .orderBy("resource")
    .orderBy("id", "desc")
    .execute();
  return new Map(
    rows.map(({ resource, author_name, at }) => [
      resource,
      { author: author_name, at },
    ]),
  );
}

/** For each change that was rolled back, the change that did so and holds. */
export async function undoneBy(
  kysely: Kysely<Tables>,
): Promise<ReadonlyMap<string, string>> {
  const rollbacks = await kysely
    .selectFrom("workspace_changes")
    .select(["id", "undoes"])
    .where("undoes", "is not", null)
    .orderBy("id", "desc")
    .execute();
  const undone = new Map<string, string>();
  // The newest first: what rolled back a rollback is known before it.
  for (const { id, undoes } of rollbacks)
    if (undoes !== null && !undone.has(id) && !undone.has(undoes))
      undone.set(undoes, id);
  return undone;
}
