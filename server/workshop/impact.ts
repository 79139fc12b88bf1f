import { sql } from "kysely";
import type { WorkspaceCheckImpact } from "../../generated/schemas";
import type { Database } from "../platform/database";
import type { DeclaredSet } from "../workspace/declared";
import { wantedIndexes } from "../workspace/indexes";
import { lostParams } from "./lostParams";
import { seenDifferently } from "./seenParts";
import type { Workshop } from "./workshop";

/** What an edit touches beside the list itself. */
export async function impactOf(
  { context, areas }: Workshop,
  { resource: name, set }: { resource: string; set: DeclaredSet },
): Promise<WorkspaceCheckImpact> {
  const before = context.declarations.current();
  const was = before.workspace.resource(name);
  const is = set.workspace.resource(name);
  const { urls, params, sorts } = lostParams(before, set, name);
  const kept = new Set(is.columns.map(({ id }) => id));
  const columns = was.columns.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  const type = was.pageType ?? was.name;
  const [{ searches, users }, layouts] = await Promise.all([
    areas.countSearches({ type, params, sorts }),
    countLayouts(context.database, name, columns),
  ]);
  const indexes = [before, set].map(
    ({ workspace, schemas }) =>
      new Set(
        wantedIndexes({
          resources: workspace.resources(),
          row: (id) => schemas.row(id),
          sourceOf: areas.sourceOf,
        }).map((index) => index.name),
      ),
  );
  const [present = new Set(), next = new Set()] = indexes;
  return {
    savedSearches: {
      count: searches,
      users,
      params: searches > 0 ? urls.map(({ param }) => param) : [],
    },
    urls,
    layouts: { users: layouts, columns: layouts > 0 ? columns : [] },
    indexes: {
      created: [...next].filter((index) => !present.has(index)),
      dropped: [...present].filter((index) => !next.has(index)),
    },
    viewers: seenDifferently(before, set, name),
  };
}

/** How many users remember one of the columns in the list's grid. */
async function countLayouts(
  { kysely }: Pick<Database, "kysely">,
  name: string,
  columns: readonly string[],
): Promise<number> {
  if (columns.length === 0) return 0;
  const { rows } = await sql<{ users: number }>`
    select count(*)::int as users from user_preferences
    where key = ${`${name}.list`} and (
      value -> 'grid' -> 'hidden' ?| ${columns}::text[]
      or value -> 'grid' -> 'widths' ?| ${columns}::text[])`.execute(kysely);
  return rows[0]?.users ?? 0;
}

/** Of an edit that makes no set: nothing is known of what it touches. */
export const noImpact: WorkspaceCheckImpact = {
  savedSearches: { count: 0, users: 0, params: [] },
  urls: [],
  layouts: { users: 0, columns: [] },
  indexes: { created: [], dropped: [] },
  viewers: [],
};
