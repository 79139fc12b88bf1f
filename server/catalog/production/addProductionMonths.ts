import { sql } from "kysely";
import type { Database } from "../../platform/database";

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
  { longRunning }: Pick<Database, "longRunning">,
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
    on conflict do nothing`.execute(longRunning);
}
