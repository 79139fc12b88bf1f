import { sql, type SqlBool, type Selectable, type Transaction } from "kysely";
import { isAllowed, type Viewer } from "../../domain/access";
import { fixedConditions } from "../../domain/listing/fixedConditions";
import type { Reader, Tables } from "../platform/database/tables";
import { announceChange } from "../platform/changes";
import type { Context } from "../workspace/context";
import { whereConditions, type Condition } from "../workspace/listing";
import { lotAreas, lotKindOf, placesOf } from "./lotKinds";
import { isUssHouse, lotSources, type LotArea } from "./lotSource";

/** A stored lot with the name of its auction house. */
export type LotRow = Selectable<Tables["lots"]> & {
  house: string | null;
  isUss: boolean;
};

const lotQuery = (db: Reader, area: LotArea, id: string) =>
  db
    .selectFrom("lots")
    .selectAll()
    .where("area", "=", area)
    .where("id", "=", id);

async function withHouse(
  db: Reader,
  lot: Selectable<Tables["lots"]>,
): Promise<LotRow> {
  const house = await db
    .selectFrom("terms")
    .select("name")
    .where("kind", "=", "house")
    .where("id", "=", lot.house_id)
    .executeTakeFirst();
  const name = house?.name ?? null;
  return { ...lot, house: name, isUss: name !== null && isUssHouse(name) };
}

/** Returns the lot; null when the area has no lot with this id. */
export async function findLot(
  db: Reader,
  area: LotArea,
  id: string,
): Promise<LotRow | null> {
  const lot = await lotQuery(db, area, id).executeTakeFirst();
  return lot ? withHouse(db, lot) : null;
}

/**
 * Returns the lot and locks it until the transaction ends, so that no import
 * changes it; null when the area has no lot with this id. Transactions that `share` the
 * lot do not wait for each other.
 */
export async function lockLot(
  trx: Transaction<Tables>,
  area: LotArea,
  id: string,
  strength: "update" | "share" = "update",
): Promise<LotRow | null> {
  const query = lotQuery(trx, area, id);
  const locking = strength === "share" ? query.forShare() : query.forUpdate();
  const lot = await locking.executeTakeFirst();
  return lot ? withHouse(trx, lot) : null;
}

/** Returns the lists of an area that the viewer may see. */
export const listsOf = (
  workspace: Context["workspace"],
  area: LotArea,
  viewer: Viewer,
) =>
  workspace
    .resources()
    .filter(
      ({ pageType, access }) => pageType === area && isAllowed(access, viewer),
    );

/**
 * Whether a list of the area shows a lot to the viewer, by the list's access and fixed
 * conditions.
 */
export async function isLotListed(
  db: Reader,
  { workspace, schemas }: Pick<Context, "workspace" | "schemas">,
  of: { viewer: Viewer; area: LotArea; lotId: string; now: Date },
): Promise<boolean> {
  const { viewer, area, lotId, now } = of;
  for (const { row, where } of listsOf(workspace, area, viewer)) {
    const conditions = fixedConditions(where, { viewer, now });
    if (conditions.length === 0) return true;
    const source = lotSources.find((lots) => lots.row === row);
    const found =
      source &&
      (await db
        .selectFrom("lots")
        .select("id")
        .where("area", "=", area)
        .where("id", "=", lotId)
        .where(
          sql.join<boolean>(
            whereConditions(source, schemas.row(row), conditions),
            sql` and `,
          ),
        )
        .executeTakeFirst());
    if (found) return true;
  }
  return false;
}

/**
 * Returns the area of the kind of `area` in which a lot is now, and keeps the lot there
 * until the transaction ends; null for a lot that is gone.
 */
export async function lockPlace(
  trx: Transaction<Tables>,
  { area, lotId }: { area: LotArea; lotId: string },
): Promise<LotArea | null> {
  const lot = await trx
    .selectFrom("lots")
    .select("area")
    .where("area", "in", placesOf(area))
    .where("id", "=", lotId)
    .forShare()
    .executeTakeFirst();
  return lot ? (lot.area as LotArea) : null;
}

/**
 * Locks lots until the transaction ends. The order of ids is the same for every caller,
 * so that no two transactions wait for each other.
 */
export const lockLots = (
  trx: Transaction<Tables>,
  ids: readonly string[],
): Promise<unknown> =>
  trx
    .selectFrom("lots")
    .select("id")
    .where("area", "in", [...lotAreas])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy("id")
    .forUpdate()
    .execute();

/**
 * The note about a lot, and the groups of the viewer's favourites that have it, to select
 * in the statement that reads the viewer's bid.
 */
export const marksOf = ({
  viewer,
  area,
  id,
}: {
  viewer: Viewer;
  area: LotArea;
  id: string;
}) =>
  [
    sql<string | null>`(select text from lot_notes
      where kind = ${lotKindOf(area)} and lot_id = ${id})`.as("note"),
    sql<string[] | null>`(
      select array_agg(group_name order by group_name) from favorites
      where user_id = ${viewer.userId} and lot_id = ${id}
        and not is_removed)`.as("groups"),
  ] as const;

export type LotMarks = ReturnType<typeof marksOf>;

/** The lots of an area that were added or changed within a range. */
export type ChangedLots = {
  area: string;
  added: number;
  changed: number;
  /** The changed lots; undefined when more than `most` changed. */
  lotIds: string[] | undefined;
};

/**
 * Counts, by area, the lots that were added within a range of change numbers
 * and the older lots that changed in it, and lists the changed ids. A lot that
 * was added in the range and changed again since counts as added. Returns null if
 * more than `mostRead` lots were added or changed.
 */
export async function findChangedLots(
  db: Reader,
  {
    areas,
    most,
    mostRead,
    condition,
    ...range
  }: {
    areas: readonly string[];
    after: bigint;
    upTo: bigint;
    most: number;
    mostRead: number;
    /** Limits the lots further. */
    condition?: Condition;
  },
): Promise<ChangedLots[] | null> {
  const after = String(range.after);
  const upTo = String(range.upTo);
  const isAdded = sql<boolean>`coalesce(
    created_seq > ${after} and created_seq <= ${upTo}, false)`;
  const isChanged = sql<boolean>`seq <= ${upTo} and not ${isAdded}`;
  const changedLots = db
    .selectFrom("lots")
    .select(["area", "id", "seq", "created_seq"])
    .where("area", "in", [...areas])
    .where("seq", ">", after)
    .where(condition ?? sql<SqlBool>`true`)
    .limit(mostRead + 1);
  const rows = await db
    .selectFrom(changedLots.as("changed_lots"))
    .select("area")
    .select([
      sql<string>`count(*)`.as("read"),
      sql<string>`count(*) filter (where ${isAdded})`.as("added"),
      sql<string>`count(*) filter (where ${isChanged})`.as("changed"),
      sql<string[] | null>`(array_agg(id::text) filter (
        where ${isChanged}))[1:${sql.lit(most)}]`.as("lotIds"),
    ])
    .groupBy("area")
    .execute();
  const read = rows.reduce((sum, row) => sum + Number(row.read), 0);
  if (read > mostRead) return null;
  return rows
    .map(({ area, lotIds, ...counts }) => ({
      area,
      added: Number(counts.added),
      changed: Number(counts.changed),
      lotIds: Number(counts.changed) > most ? undefined : (lotIds ?? []),
    }))
    .filter(({ added, changed }) => added + changed > 0);
}

/**
 * Announces a change of a lot and gives the lot a new change number, so that open pages
 * read again what belongs to it.
 */
export async function noteLotChange(
  trx: Transaction<Tables>,
  { area, lotId }: { area: LotArea; lotId: string },
): Promise<void> {
  await lockLots(trx, [lotId]);
  await announceChange(trx, "lots");
  await trx
    .updateTable("lots")
    .set({ seq: sql`nextval('change_seq')` })
    // The lot may have moved since its area was read.
    .where("area", "in", placesOf(area))
    .where("id", "=", lotId)
    .execute();
}
