import { sql } from "kysely";
import { filterKind } from "../../domain/listing/kinds/kinds";
import { savedType } from "../../domain/listing/savedSearch";
import { filterParam } from "../../domain/resource";
import type { WorkspaceCheckImpact } from "../../generated/schemas";
import type { Database } from "../platform/database";
import { isEqual } from "../../domain/formats";
import {
  fieldChanges,
  listChanges,
  type ListWithRow,
  type ViewerChanges,
} from "../workspace/checks/accessChanges";
import type { Context } from "../workspace/context";
import type { DeclaredSet } from "../workspace/declared";
import { wantedIndexes } from "../workspace/indexes";
import { documentFolder } from "../workspace/overlay";
import { countRecords } from "../workspace/records";
import type { Workshop } from "./workshop";
import { runInTurns } from "../platform/steps";

/** Returns what an edit changes for users and in the database. */
export async function impactOf(
  { context, areas }: Workshop,
  { resource: name, set }: { resource: string; set: DeclaredSet },
): Promise<WorkspaceCheckImpact> {
  const before = context.declarations.current();
  if (documentFolder(before.sources, name) === "dashboards") return noImpact;
  const old = listIn(before, name)?.resource;
  const next = listIn(set, name)?.resource;
  const { urls, params, sorts } = lostParams(before, set, name);
  const remaining = new Set(next?.columns.map(({ id }) => id));
  const columns = (old?.columns ?? [])
    .map(({ id }) => id)
    .filter((id) => !remaining.has(id));
  const [{ searches, users }, layouts, rows] = await Promise.all([
    old
      ? areas.countSearches({ type: savedType(old), params, sorts })
      : { searches: 0, users: 0 },
    countLayouts(context.database, name, columns),
    movedRows(context, { resource: name, set }),
  ]);
  const viewers = await viewerChanges(before, set, { name, movedRows: rows });
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
    viewers,
    rows,
  };
}

/** Returns a list with the schema of its rows; undefined if there is no such list. */
function listIn(
  { workspace, schemas }: DeclaredSet,
  name: string,
): ListWithRow | undefined {
  const resource = workspace.resources().find((list) => list.name === name);
  return resource && { resource, row: schemas.row(resource.row) };
}

/**
 * Returns how many stored rows an edit hides, because it removes their list, or shows
 * again, because it creates a list over them.
 */
export async function movedRows(
  { declarations, database }: Pick<Context, "declarations" | "database">,
  { resource: name, set }: { resource: string; set: DeclaredSet },
): Promise<number> {
  const before = listIn(declarations.current(), name);
  const after = listIn(set, name);
  const list = before ?? after;
  if (!list || (before && after) || !list.resource.store) return 0;
  return countRecords(database, list.row.$id);
}

/**
 * Compares what each role sees of a list, and of its row in all lists, before and after an
 * edit. `movedRows` is the result of the function with this name. Dashboards show nothing
 * that their lists hide.
 */
export async function viewerChanges(
  before: DeclaredSet,
  after: DeclaredSet,
  { name, movedRows: rows }: { name: string; movedRows: number },
): Promise<ViewerChanges[]> {
  if (documentFolder(before.sources, name) === "dashboards") return [];
  const [old, next] = [listIn(before, name), listIn(after, name)];
  const ofList = (await runInTurns(listChanges(old, next))).map(withWrites);
  if (!old && rows > 0) return ofList.map(withStoredRows);
  if (!old || !next || isEqual(old.row, next.row)) return ofList;
  const ofRow = await runInTurns(fieldChanges(old.row, next.row));
  return ofList.map((changes) => {
    const fields = ofRow.find(({ role }) => role === changes.role);
    return fields ? withFields(changes, fields) : changes;
  });
}

/**
 * A list over stored rows shows them to everybody below administrators as if for the first
 * time: an earlier list with its name may have hidden the rows or fields.
 */
const withStoredRows = (changes: ViewerChanges): ViewerChanges =>
  changes.role === "admin" ? changes : { ...changes, widened: changes.gains };

/**
 * Calls and actions change data: people other than managers get them only after a
 * confirmation, and so does everybody who may not change the rows otherwise.
 */
function withWrites(changes: ViewerChanges): ViewerChanges {
  const { role, gains, widened } = changes;
  const isManager = role === "manager" || role === "admin";
  const writes = gains.filter(
    (part) =>
      part.startsWith("/edits/") || (!isManager && writingPart.test(part)),
  );
  return { ...changes, widened: [...new Set([...widened, ...writes])] };
}

const writingPart = /^\/(actions\/|calls\/(create|update|remove|import)$)/;

/**
 * Adds the fields of a row that viewers lose, or see although they were hidden before. New
 * fields count only where the list shows them.
 */
function withFields(
  { role, gains, loses, widened }: ViewerChanges,
  fields: ViewerChanges,
): ViewerChanges {
  const both = (parts: readonly string[], others: readonly string[]) => [
    ...new Set([
      ...parts,
      ...others.map((part) => part.replace(/^\/properties/, "/fields")),
    ]),
  ];
  return {
    role,
    gains: both(gains, fields.widened),
    loses: both(loses, fields.loses),
    widened: both(widened, fields.widened),
  };
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
  rows: 0,
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
  const old = listIn(before, name)?.resource;
  const next = listIn(after, name)?.resource;
  const nextKinds = filterKinds(after, name);
  const filters = [...filterKinds(before, name)].flatMap(
    ([param, kind]): LostParams["urls"] => {
      if (!nextKinds.has(param)) return [{ param, reason: "removed" }];
      const isSame = nextKinds.get(param) === kind;
      return isSame ? [] : [{ param, reason: "changed" }];
    },
  );
  const search =
    old?.search && old.search.param !== next?.search?.param
      ? [{ param: old.search.param, reason: "search" as const }]
      : [];
  const sortIds = new Set(next?.sorts.map(({ id }) => id));
  const sorts = (old?.sorts ?? [])
    .map(({ id }) => id)
    .filter((id) => !sortIds.has(id));
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
function filterKinds(set: DeclaredSet, name: string) {
  const list = listIn(set, name);
  return new Map(
    list?.resource.filters.map((filter) => {
      const field = list.row.properties[filter.field];
      return [filterParam(filter), field && filterKind(field, filter)];
    }),
  );
}
