import { sql, type Kysely, type Selectable, type Transaction } from "kysely";
import type { LotsTable, Tables } from "../platform/database/tables";
import type { LotArea } from "./neutralLot";
import { isUssHouse } from "./uss";

/** A lot as it is stored, and whether it is sold at a USS house. */
export type LotRow = Selectable<LotsTable> & {
  house: string | null;
  isUss: boolean;
};

type Reader = Pick<Kysely<Tables>, "selectFrom">;

const lotQuery = (db: Reader, area: LotArea, id: string) =>
  db
    .selectFrom("lots")
    .selectAll()
    .where("area", "=", area)
    .where("id", "=", id);

async function withHouse(
  db: Reader,
  lot: Selectable<LotsTable>,
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

/** The lot of an area; null when there is none. */
export async function findLot(
  db: Reader,
  area: LotArea,
  id: string,
): Promise<LotRow | null> {
  const lot = await lotQuery(db, area, id).executeTakeFirst();
  return lot ? withHouse(db, lot) : null;
}

/**
 * The lot of an area, locked until the transaction ends so that no result
 * slips between; null when there is none.
 */
export async function lockLot(
  trx: Transaction<Tables>,
  area: LotArea,
  id: string,
): Promise<LotRow | null> {
  const lot = await lotQuery(trx, area, id).forUpdate().executeTakeFirst();
  return lot ? withHouse(trx, lot) : null;
}

/**
 * How many lots of each area came in within a range of change numbers, and how
 * many older ones changed in it. One that came in and has changed again since
 * still counts as new.
 */
export async function countChangedLots(
  db: Reader,
  {
    areas,
    ...range
  }: { areas: readonly string[]; after: bigint; upTo: bigint },
): Promise<{ area: string; added: number; changed: number }[]> {
  const after = String(range.after);
  const upTo = String(range.upTo);
  const isNew = sql<boolean>`coalesce(
    created_seq > ${after} and created_seq <= ${upTo}, false)`;
  const rows = await db
    .selectFrom("lots")
    .select("area")
    .select([
      sql<string>`count(*) filter (where ${isNew})`.as("added"),
      sql<string>`count(*) filter (where seq <= ${upTo} and not ${isNew})`.as(
        "changed",
      ),
    ])
    .where("area", "in", [...areas])
    .where("seq", ">", after)
    .groupBy("area")
    .execute();
  return rows
    .map(({ area, added, changed }) => ({
      area,
      added: Number(added),
      changed: Number(changed),
    }))
    .filter(({ added, changed }) => added + changed > 0);
}
