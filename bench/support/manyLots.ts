import { sql } from "kysely";
import { inTransaction, type Database } from "../../server/platform/database";
import { writeLots } from "../../server/catalog";
import { lotStatuses } from "../../domain/lotStatus";

/** Fills the listing of car auctions with so many lots, all but alike. */
export async function fillWithLots(
  database: Database,
  count: number,
): Promise<void> {
  await inTransaction(database, (trx) =>
    writeLots(trx, "auction", [
      {
        source: "bench",
        sourceId: "1",
        rowHash: "",
        fields: {
          lotNo: "1",
          auctionDate: "2026-11-20T15:00:00+09:00",
          auctionName: "USS Tokyo",
          maker: "TOYOTA",
          model: "COROLLA FIELDER",
          chassis: "NZE161",
          condition: "4",
          color: "PEARL WHITE",
          gearbox: "CVT",
          grade: "HYBRID G AERO TOURER",
          engine: 1500,
          status: lotStatuses.upcoming,
          images: ["/1.jpg", "/2.jpg", "/3.jpg"],
        },
      },
    ]),
  );
  await sql`
    insert into lots (area, source, source_id, lot_no, auction_at, auction_day,
      house_id, maker_id, model_id, chassis_id, condition_id, gearbox_id,
      color_id, status, year, engine, mileage, start_price, grade, images,
      row_hash, imported_at)
    select area, source, n::text, n::text, auction_at + n * interval '1 second',
      auction_day, house_id, maker_id, model_id, chassis_id, condition_id,
      gearbox_id, color_id, status, 1990 + n % 36, engine, n * 7 % 200000,
      n * 5000 % 3000000, grade, images, row_hash, imported_at
    from lots, generate_series(2, ${count}::int) as n
    where area = 'auction'`.execute(database.longRunning);
  await sql`vacuum (analyze)`.execute(database.longRunning);
}
