import { sql, type CompiledQuery } from "kysely";
import { addDays, japanDay } from "../domain/japanTime";
import { findSoldLots } from "../server/catalog/worth/comparableQueries";
import { findSeenLots } from "../server/catalog/worth/passportQueries";
import {
  migrate,
  openDatabase,
  type Database,
} from "../server/platform/database";
import { startPostgres } from "../tests/support/postgres";
import { createExplain, planHeader, planLine } from "./support/explain";
import { generateLots } from "./support/generatedLots";
import { logStatements } from "./support/logStatements";
import { now } from "./support/lots";

/** `ROWS=2000000 npm run bench -- worth`. */
const count = Number(process.env.ROWS ?? 200_000);
/** The generated lots of a model have this share of one chassis code. */
const shareOfChassis = 3;
const silent = { info() {}, warn() {}, error() {} };

/** Explains the statements of comparables and passports for the commonest models. */
export async function benchWorth(): Promise<string> {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const database = await openDatabase({
    url,
    dataDirectory: ":memory:",
    log: silent,
  });
  await migrate(database);
  await generateLots(database, count);
  await makeSales(database);
  const models = await commonest(database);
  const lines = [planHeader];
  const statements: CompiledQuery[] = [];
  const logged = logStatements(url, statements);
  const explain = createExplain(database);
  // The floor reads as many lots as one comparison.
  const floor = await explain(
    sql`select * from lots where area = 'stats' and id <= 600`.compile(
      database.kysely,
    ),
  );
  const explained = async (name: string, work: () => Promise<unknown>) => {
    statements.length = 0;
    await work();
    for (const statement of statements)
      lines.push(planLine(name, await explain(statement), floor));
  };
  const day = japanDay(now);
  const area = "stats" as const;
  for (const { modelId, chassisId, year, colorId, sold } of models) {
    const query = { area, modelId, year, day };
    const of = `model ${String(modelId)} (${String(sold)} sold)`;
    await explained(`${of}, chassis`, () =>
      findSoldLots(logged, { ...query, chassisId }),
    );
    await explained(`${of}, any chassis`, () =>
      findSoldLots(logged, { ...query, chassisId: null }),
    );
    await explained(`${of}, passport`, () =>
      findSeenLots(logged, {
        areas: ["auction", area],
        chassisId,
        serial: "1234567",
        year,
        colorId,
        mileage: 50_000,
      }),
    );
  }
  await logged.close();
  await database.close();
  await postgres.stop();
  return lines.join("\n");
}

/** Makes the lots sales of a year, with few chassis codes for each model. */
async function makeSales({ longRunning }: Database): Promise<void> {
  const first = addDays(japanDay(now), -364);
  await sql`
    update lots set area = 'stats', status = 4533,
      sold_price = 100000 + id % 900 * 1000,
      chassis_id = 1 + (model_id * ${sql.lit(shareOfChassis)} + id % ${sql.lit(shareOfChassis)}) % 6000,
      auction_day = ${first}::date + (id * 7919 % 364)::int,
      extra = extra || jsonb_build_object('serial', (id % 9999999)::text)`.execute(
    longRunning,
  );
  await sql`vacuum (analyze) lots`.execute(longRunning);
}

type Common = {
  modelId: number;
  chassisId: number;
  year: number;
  colorId: number;
  sold: number;
};

async function commonest({ longRunning }: Database): Promise<Common[]> {
  const { rows } = await sql<Common>`
    select model_id as "modelId", min(chassis_id) as "chassisId",
      2015 as year, 1 as "colorId", count(*)::int as sold
    from lots group by model_id order by count(*) desc limit 3`.execute(
    longRunning,
  );
  return rows;
}
