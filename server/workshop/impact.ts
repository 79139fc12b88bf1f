import { sql } from "kysely";
import { filterKind } from "../../domain/listing/kinds/kinds";
import { savedType } from "../../domain/listing/savedSearch";
import { filterParam } from "../../domain/resource";
import type { WorkspaceCheckImpact } from "../../generated/schemas";
import type { Database } from "../platform/database";
import {
  listChanges,
  type ViewerChanges,
} from "../workspace/checks/accessChanges";
import type { DeclaredSet } from "../workspace/declared";
import { wantedIndexes } from "../workspace/indexes";
import { documentFolder } from "../workspace/overlay";
import type { Workshop } from "./workshop";
import { runInTurns } from "../platform/steps";

/** Returns what an edit changes for users and in the database. */
export async function impactOf(
  { context, areas }: Workshop,
  { resource: name, set }: { resource: string; set: DeclaredSet },
): Promise<WorkspaceCheckImpact> {
  const before = context.declarations.current();
  if (documentFolder(before.sources, name) === "dashboards") return noImpact;
  const old = before.workspace.resource(name);
  const next = set.workspace.resource(name);
  const { urls, params, sorts } = lostParams(before, set, name);
  const remaining = new Set(next.columns.map(({ id }) => id));
  const columns = old.columns
    .map(({ id }) => id)
    .filter((id) => !remaining.has(id));
  const type = savedType(old);
  const [{ searches, users }, layouts] = await Promise.all([
    areas.countSearches({ type, params, sorts }),
    countLayouts(context.database, name, columns),
  ]);
  const [oldIndexes, nextIndexes] = [before, set].map(
    ({ workspace, schemas }) =>
      wantedIndexes({
        resources: workspace.resources(),
        row: (id) => schemas.row(id),
        sourceOf: areas.sourceOf,
      }).map((index) => index.name),
  ) as [string[], string[]];
  return {
    savedSearches: {
      count: searches,
      users,
      params: searches > 0 ? urls.map(({ param }) => param) : [],
    },
    urls,
    layouts: { users: layouts, columns: layouts > 0 ? columns : [] },
    indexes: {
      created: nextIndexes.filter((index) => !oldIndexes.includes(index)),
      dropped: oldIndexes.filter((index) => !nextIndexes.includes(index)),
    },
    viewers: await viewerChanges(before, set, name),
  };
}

/**
 * Compares what each role sees of a list before and after an edit. Dashboards show nothing
 * that their lists hide.
 */
export function viewerChanges(
  before: DeclaredSet,
  after: DeclaredSet,
  name: string,
): Promise<ViewerChanges[]> {
  if (documentFolder(before.sources, name) === "dashboards")
    return Promise.resolve([]);
  const listIn = ({ workspace, schemas }: DeclaredSet) => {
    const resource = workspace.resource(name);
    return { resource, row: schemas.row(resource.row) };
  };
  return runInTurns(listChanges(listIn(before), listIn(after)));
}

/** Counts the users who arranged one of the columns in the list's grid. */
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

/** The impact of an edit that does not compile. */
export const noImpact: WorkspaceCheckImpact = {
  savedSearches: { count: 0, users: 0, params: [] },
  urls: [],
  layouts: { users: 0, columns: [] },
  indexes: { created: [], dropped: [] },
  viewers: [],
};

type LostParams = Pick<WorkspaceCheckImpact, "urls"> & {
  params: string[];
  sorts: string[];
};

/** Returns the URL parameters and sorts of a list that an edit invalidates. */
function lostParams(
  before: DeclaredSet,
  after: DeclaredSet,
  name: string,
): LostParams {
  const old = before.workspace.resource(name);
  const next = after.workspace.resource(name);
  const nextKinds = filterKinds(after, name);
  const filters = [...filterKinds(before, name)].flatMap(
    ([param, kind]): LostParams["urls"] => {
      if (!nextKinds.has(param)) return [{ param, reason: "removed" }];
      const isSame = nextKinds.get(param) === kind;
      return isSame ? [] : [{ param, reason: "changed" }];
    },
  );
  const search =
    old.search && old.search.param !== next.search?.param
      ? [{ param: old.search.param, reason: "search" as const }]
      : [];
  const sortIds = new Set(next.sorts.map(({ id }) => id));
  const sorts = old.sorts.map(({ id }) => id).filter((id) => !sortIds.has(id));
  const lost = [...filters, ...search];
  return {
    params: lost.map(({ param }) => param),
    sorts,
    urls: [
      ...lost,
      ...sorts.map((id) => {
        return { param: `sort=${id}`, reason: "removed" as const };
      }),
    ],
  };
}

/** Returns the kind of each filter of a list by its parameter. */
function filterKinds({ workspace, schemas }: DeclaredSet, name: string) {
  const { filters, row } = workspace.resource(name);
  const { properties } = schemas.row(row);
  return new Map(
    filters.map((filter) => {
      const field = properties[filter.field];
      return [filterParam(filter), field && filterKind(field, filter)];
    }),
  );
}
