import { sql, type Transaction } from "kysely";
import type { Viewer } from "../../../domain/access";
import type { ProductionMonthCarInfo } from "../../../generated/schemas";
import type { Tables } from "../../platform/database";
import type { Catalog } from "../catalog";
import { visibleLot } from "../visibleLot";

/**
 * Returns when a car was built, by its chassis code and serial number in the table
 * of production months; null if the table does not have the number or the viewer may
 * not see it. The stored lot decides, not the parameters of the call. Throws not_found
 * for lots that the viewer may not see.
 */
export async function productionMonth(
  catalog: Catalog,
  { viewer, id, row }: { viewer: Viewer; id: string; row: string },
): Promise<ProductionMonthCarInfo | null> {
  const lot = await visibleLot(catalog, { viewer, id, rows: [row] });
  const { chassis, serial } = lot.row;
  if (typeof chassis !== "string" || typeof serial !== "string") return null;
  if (!/^\d{1,15}$/.test(serial)) return null;
  const found = await catalog.context.database.kysely
    .selectFrom("production_months")
    .select(["month", "last_serial as lastSerial", "details"])
    .where("chassis", "=", chassis)
    .where("first_serial", "<=", serial)
    .orderBy("first_serial", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!found || Number(found.lastSerial) < Number(serial)) return null;
  const [year, month] = found.month.split("-");
  return { ...found.details, year: Number(year), month: Number(month) };
}

/** The years in which cars with a chassis code were built, and their serial numbers. */
export type BuiltYears = {
  chassis: string;
  from: number;
  to: number;
  firstSerial: number;
  /** The number of serial numbers; each month has the same share. */
  serials: number;
};

/** Adds months of production to chassis codes without any. */
export async function addProductionMonths(
  trx: Transaction<Tables>,
  built: readonly BuiltYears[],
): Promise<void> {
  await sql`
    insert into production_months (chassis, first_serial, last_serial, month)
    select chassis, "firstSerial" + serials * place / count,
      "firstSerial" + serials * (place + 1) / count - 1,
      make_date("from" + place / 12, place % 12 + 1, 1)
    from (select *, ("to" - "from" + 1) * 12 as count
        from jsonb_to_recordset(${JSON.stringify(built)}::jsonb)
          as built (chassis text, "from" int, "to" int,
            "firstSerial" bigint, serials bigint)) as codes,
      generate_series(0, count - 1) as place
    on conflict do nothing`.execute(trx);
}
