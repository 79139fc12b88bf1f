import type { Kysely, Selectable, Transaction } from "kysely";
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
