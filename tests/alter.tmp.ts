import { startPostgres } from "/tmp/wt/storage/tests/support/postgres";
import { openDatabase, migrate } from "/tmp/wt/storage/server/platform/database";
import { migrations } from "/tmp/wt/storage/server/platform/database/migrations";
import { Migrator, sql } from "kysely";
const pg = await startPostgres();
const log={info(){},warn(){},error(){}};
const db = await openDatabase({url: await pg.createDatabase(), dataDirectory: ":memory:", log});
const old = Object.fromEntries(Object.entries(migrations).slice(0,6));
await new Migrator({db: db.longRunning, provider:{getMigrations: async()=>old}}).migrateToLatest();
await sql`insert into lots(area,source,source_id,lot_no,auction_at,auction_day,house_id,maker_id,model_id,chassis_id,condition_id,gearbox_id,color_id,status,year,engine,mileage,start_price,average_price,grade,equip,images,extra,row_hash,imported_at)
 select 'stats','ajes',n::text,n::text,now(),'2026-11-20',n%100,n%80,n%3000,n%9000,n%12,n%9,n%500,4531,2015,2000,n%200000,100000,200000,'G L PACKAGE','AC PS PW ABS NAVI', repeat('/api/photos/abc-def-front.svg#',6), '{"serial":"1234567","info":"some remark here"}', md5(n::text), now() from generate_series(1,1000000) n`.execute(db.longRunning);
let t=Date.now(); await migrate(db); console.log("migrated 1M lots in", Date.now()-t);
await db.close(); await pg.stop();
