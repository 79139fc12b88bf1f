import { difference } from "../../domain/declarations/difference";
import { toJapanIso } from "../../domain/japanTime";
import type {
  WorkspaceChangesEntry,
  WorkspaceChangesReply,
} from "../../generated/schemas";
import type { ChangeRow } from "./changeQueries";

/** A change of the history with its difference, its time in JST. */
export function changeReply(
  row: ChangeRow,
  undone: ReadonlyMap<string, string>,
): WorkspaceChangesReply {
  const { id, resource, kind, undoes, author, at, reason } = row;
  const changes = difference(row.before, row.after);
  return {
    id,
    resource,
    kind,
    undoes,
    undoneBy: undone.get(id) ?? null,
    author,
    at: toJapanIso(at),
    reason,
    summary: changes.length,
    difference: changes,
  };
}

/** The same as a line of a list. */
export function changeEntry(
  ...asked: Parameters<typeof changeReply>
): WorkspaceChangesEntry {
  const { difference: _parts, ...entry } = changeReply(...asked);
  return entry;
}
