import { difference } from "../../domain/declarations/difference";
import { toJapanIso } from "../../domain/japanTime";
import type {
  WorkspaceChangesList,
  WorkspaceChangesReply,
} from "../../generated/schemas";
import type { ChangeRow } from "../workspace/overlay";
import { findChange, readChanges, rollbacksByChange } from "./changeQueries";
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
