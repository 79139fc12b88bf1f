import type {
  WorkspaceChangesList,
  WorkspaceChangesReply,
} from "../../generated/schemas";
import { failure } from "../platform/errors";
import { changeEntry, changeReply } from "./changeEntry";
import { readChanges, undoneBy } from "./changeQueries";
import { aName, filterTexts, onlyFilters, type RestQuery } from "./restQuery";
import type { Workshop } from "./workshop";

const anId = /^[1-9]\d{0,15}$/;

/** The published edits in order of time, of all lists or of one. */
export async function listChanges(
  { context }: Workshop,
  query: RestQuery,
): Promise<{ entries: WorkspaceChangesList; total: number }> {
  onlyFilters(query, ["id", "resource"]);
  const { kysely } = context.database;
  const { rows, total } = await readChanges(kysely, {
    ids: filterTexts(query, "id", anId),
    resource: filterTexts(query, "resource", aName)?.[0],
    order: query.sort.isDescending ? "desc" : "asc",
    from: query.from,
    most: query.most,
  });
  const undone = await undoneBy(kysely);
  return { entries: rows.map((row) => changeEntry(row, undone)), total };
}

/** One published edit with its difference. Throws not_found. */
export async function readChange(
  { context }: Workshop,
  id: string,
): Promise<WorkspaceChangesReply> {
  const { kysely } = context.database;
  const asked = { ids: [id], order: "asc", from: 0, most: 1 } as const;
  const [row] = (await readChanges(kysely, asked)).rows;
  if (!row) throw failure("not_found");
  return changeReply(row, await undoneBy(kysely));
}
