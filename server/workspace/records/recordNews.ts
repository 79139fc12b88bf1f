import { sql, type Kysely } from "kysely";
import { isAllowed, type Viewer } from "../../../domain/access";
import { tablesOf } from "../../../domain/computed/rule";
import type { LiveEvent } from "../../../domain/liveEvent";
import { namesOf } from "../../../domain/recordReference";
import { readableOwners } from "../../../domain/readableOwners";
import type { Tables } from "../../platform/database";
import type { LiveTopic } from "../../platform/live";
import type { Context } from "../context";
import { changedLists } from "../lists";
import { recordSource, storedRows } from "./recordSource";
import { namesIn, referredList } from "./references";

/** Paths of calls that answer from records, with the row schemas. */
export type RecordCalls = Readonly<Record<string, readonly string[]>>;

/** Above this number of changed records browsers reload their lists. */
const mostRecords = 1_000;

/**
 * Makes the live news of records: for each list over changed rows the ids of
 * the added, changed and removed records, and the calls that answer from them. Only the owner of a row and the viewers who
 * read the rows of all owners learn of its change.
 */
export const recordNews = (
  context: Pick<
    Context,
    "database" | "workspace" | "schemas" | "clock" | "recordKinds"
  >,
  calls: readonly [path: string, rows: readonly string[]][] = [],
): LiveTopic => ({
  reads: { records: [{ table: "record_history" }] },
  read: async ({ after, upTo }) => {
    const changed = await context.database.kysely
      .selectFrom("record_history")
      .select(["row_schema as row", "record_id as id"])
      // A server of a former version writes no owner.
      .select(sql<string | null>`coalesce(owner_id, user_id)::text`.as("owner"))
      .distinct()
      .where("seq", ">", String(after))
      .where("seq", "<=", String(upTo))
      .limit(mostRecords + 1)
      .execute();
    if (changed.length > mostRecords) return null;
    const resources = context.workspace.resources();
    const owned = storedRows(resources.filter(({ owner }) => owner));
    const listsOver = (rows: readonly string[]) =>
      changedLists(
        context,
        rows.map((row) => ({
          source: recordSource(row, () => namesIn(context, row)),
          ids: [
            ...new Set(
              changed.flatMap((record) =>
                record.row === row ? record.id : [],
              ),
            ),
          ],
        })),
      );
    const rows = [...storedRows(resources)];
    const ofAll = await listsOver(rows.filter((row) => !owned.has(row)));
    const ofOwned = await listsOver([...owned]);
    const tables = new Set(changed.map(({ row }) => row));
    const ofSums = recalculated(context, tables);
    const paths = calls.flatMap(([path, from]) =>
      from.some((row) => tables.has(row)) ? path : [],
    );
    const ofCalls: LiveEvent[] =
      paths.length > 0 ? [{ name: "calls", data: { paths } }] : [];
    const readsAll = (viewer: Viewer) => readableOwners(viewer) === "anyone";
    const byReader = await findReaders(
      context.database.kysely,
      changed.filter(({ row }) => owned.has(row)),
    );
    return {
      byRights: (viewer) => [
        ...ofAll(viewer),
        ...(readsAll(viewer) ? ofOwned(viewer) : []),
        ...ofSums(viewer),
        ...ofCalls,
      ],
      byUser: new Map(
        [...byReader].map(([userId, { own, ofClients }]) => [
          userId,
          (viewer) =>
            readsAll(viewer)
              ? []
              : ofOwned(
                  viewer,
                  ({ owner }, id) =>
                    own.has(id) ||
                    (ofClients.has(id) &&
                      owner?.withClients !== undefined &&
                      isAllowed(owner.withClients, viewer)),
                ),
        ]),
      ),
    };
  },
});

/** The changed records of a user, and the changed records of the user's clients. */
type ReadableRecords = { own: Set<string>; ofClients: Set<string> };

/** Returns the changed records by their owners and by the dealers of these. */
async function findReaders(
  kysely: Kysely<Tables>,
  changed: readonly { id: string; owner: string | null }[],
): Promise<ReadonlyMap<string, ReadableRecords>> {
  const owners = [...new Set(changed.flatMap(({ owner }) => owner ?? []))];
  const found =
    owners.length > 0
      ? await kysely
          .selectFrom("users")
          .select(["id", "dealer_id"])
          .where(sql<boolean>`id = any(${owners}::bigint[])`)
          .where("dealer_id", "is not", null)
          .execute()
      : [];
  const dealers = new Map(found.map(({ id, dealer_id }) => [id, dealer_id]));
  const readers = new Map<string, ReadableRecords>();
  const add = (
    user: string | null,
    kind: keyof ReadableRecords,
    id: string,
  ) => {
    if (user === null) return;
    const records = readers.get(user) ?? {
      ...{ own: new Set(), ofClients: new Set() },
    };
    records[kind].add(id);
    readers.set(user, records);
  };
  for (const { id, owner } of changed) {
    add(owner, "own", id);
    add(dealers.get(owner ?? "") ?? null, "ofClients", id);
  }
  return readers;
}

/**
 * Returns the event of the lists that read computed fields, or names of other records, from
 * one of these tables. Every row may have another value, so that the event names no row.
 */
function recalculated(
  { workspace, schemas }: Pick<Context, "workspace" | "schemas">,
  tables: ReadonlySet<string>,
): (viewer: Viewer) => LiveEvent[] {
  const all = workspace.resources();
  const resources = all.filter(
    ({ row }) =>
      Object.values(schemas.row(row).properties).some((field) =>
        tablesOf(field).some((table) => tables.has(table)),
      ) ||
      namesOf(schemas.row(row)).some(({ reference }) =>
        tables.has(referredList(all, reference)?.row ?? ""),
      ),
  );
  return (viewer) => {
    const lists = resources
      .filter(({ access }) => isAllowed(access, viewer))
      .map(({ name }) => ({ list: name, ids: [] }));
    return lists.length > 0 ? [{ name: "records", data: { lists } }] : [];
  };
}
