import { type Kysely, sql } from "kysely";
import { difference } from "../../domain/declarations/difference";
import type { Document } from "../../domain/declarations/document";
import { toJapanIso } from "../../domain/japanTime";
import type {
  WorkspaceChangesList,
  WorkspaceChangesReply,
  WorkspacePartsWidened,
} from "../../generated/schemas";
import type { Tables } from "../platform/database";
import { failure } from "../platform/errors";
import { upgradeConditions, type ChangeRow } from "../workspace/overlay";
import { resourceName, type RestQuery } from "./restQuery";
import type { Workshop } from "./workshop";

/** The filters of the history. */
export const changeFilters = { id: /^[1-9]\d{0,15}$/, resource: resourceName };

/** Returns a page of the published edits, of all resources or of one. */
export async function listChanges(
  { context }: Workshop,
  query: RestQuery<keyof typeof changeFilters>,
): Promise<{ entries: WorkspaceChangesList; total: number }> {
  const { kysely } = context.database;
  const { rows, total } = await readChanges(kysely, {
    ids: query.filter.id,
    resource: query.filter.resource?.[0],
    order: query.sort.isDescending ? "desc" : "asc",
    from: query.from,
    most: query.most,
  });
  const rollbacks = await rollbacksByChange(kysely);
  const entries = rows.map((row) => {
    const { difference: _parts, ...entry } = changeReply(row, rollbacks);
    return entry;
  });
  return { entries, total };
}

/** Returns one published edit and the document before it. Throws not_found. */
export async function readChange(
  { context }: Workshop,
  id: string,
): Promise<WorkspaceChangesReply> {
  const { kysely } = context.database;
  const change = await findChange(kysely, id);
  const rollbacks = await rollbacksByChange(kysely);
  return { ...changeReply(change, rollbacks), before: change.before };
}

/** Returns a change as the API shows it, its time in Japan time. */
export function changeReply(
  row: ChangeRow,
  rollbacks: ReadonlyMap<string, string>,
): Omit<WorkspaceChangesReply, "before"> {
  const { id, resource, kind, undoes, author, at, reason, widened } = row;
  const changes = difference(row.before, row.after);
  return {
    id,
    resource,
    kind,
    undoes,
    undoneBy: rollbacks.get(id) ?? null,
    author,
    at: toJapanIso(at),
    reason,
    widened,
    summary: changes.length,
    difference: changes,
  };
}

type ChangeFilter = {
  ids?: readonly string[] | undefined;
  resource?: string | undefined;
};

/** Returns a page of the matching changes by id, and the number of matches. */
async function readChanges(
  kysely: Kysely<Tables>,
  query: ChangeFilter & { order: "asc" | "desc"; from: number; most: number },
): Promise<{ rows: ChangeRow[]; total: number }> {
  const { ids = null, resource = null } = query;
  const matching = kysely.selectFrom("workspace_changes").where(
    sql<boolean>`(${ids}::bigint[] is null or id = any(${ids}::bigint[]))
      and (${resource}::text is null or resource = ${resource})`,
  );
  const found = await matching
    .selectAll()
    .orderBy("id", query.order)
    .offset(query.from)
    .limit(query.most)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = found.map(({ author_id: _id, author_name, ...row }) => ({
    ...row,
    author: author_name,
    before: upgradeConditions(row.before as Document),
    after: upgradeConditions(row.after as Document),
    widened: row.widened as WorkspacePartsWidened[],
  }));
  return { rows, total: Number(total) };
}

/** Returns the change with this id. Throws not_found. */
export async function findChange(
  kysely: Kysely<Tables>,
  id: string,
): Promise<ChangeRow> {
  const query = { ids: [id], order: "asc", from: 0, most: 1 } as const;
  const [change] = (await readChanges(kysely, query)).rows;
  if (!change) throw failure("not_found");
  return change;
}

/** Returns the author and time of the last edit of each resource. */
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

/**
 * Returns, for each change that was rolled back in whole or in part, the id of
 * the latest rollback that has not been rolled back itself.
 */
export async function rollbacksByChange(
  kysely: Kysely<Tables>,
): Promise<ReadonlyMap<string, string>> {
  const rollbacks = await kysely
    .selectFrom("workspace_changes")
    .select(["id", "undoes"])
    .where("undoes", "is not", null)
    .orderBy("id", "desc")
    .execute();
  const undone = new Map<string, string>();
  // The newest come first, so the rollback of a rollback is known before it.
  for (const { id, undoes } of rollbacks)
    if (undoes !== null && !undone.has(id) && !undone.has(undoes))
      undone.set(undoes, id);
  return undone;
}
