import { sql } from "kysely";
import { japanDay } from "../domain/japanTime";
import { findSoldLots } from "../server/catalog/worth/comparableQueries";
import { findSeenLots } from "../server/catalog/worth/passportQueries";
import type { Database } from "../server/platform/database";
import { generateLots, middleOfSales } from "./support/generatedLots";
import { makeSales } from "./support/pastSales";
import { benchStatements, type PlanBench } from "./support/planBench";

/** `ROWS=2000000 npm run bench -- worth`. */
const count = Number(process.env.ROWS ?? 200_000);

/** Explains the statements of comparables and passports for the commonest models. */
export const benchWorth = (): Promise<string> =>
  benchStatements(`${count.toLocaleString("en")} past sales`, explainWorth);

async function explainWorth({
  database,
  logged,
  setFloor,
  explain,
}: PlanBench): Promise<void> {
  await generateLots(database, count);
  await makeSales(database);
  await setFloor(
    "600 lots, as many as a comparison reads",
    sql`select * from lots where area = 'stats' and id <= 600`.compile(
      database.kysely,
    ),
  );
  const day = japanDay(middleOfSales);
  const area = "stats" as const;
  const chassis = { field: "chassis", column: "chassis_id" } as const;
  const history = {
    row: "lot",
    coming: "auction" as const,
    past: area,
    variant: chassis,
    same: [chassis],
    hasChassis: true,
  };
  for (const common of await commonest(database)) {
    const { modelId, chassisId, year, colorId, sold } = common;
    const query = { area, modelId, history, year, day };
    const of = `model ${String(modelId)} (${String(sold)} sold)`;
    await explain(`${of}, chassis`, () =>
      findSoldLots(logged, { ...query, variant: chassisId }),
    );
    await explain(`${of}, any chassis`, () =>
      findSoldLots(logged, { ...query, variant: null }),
    );
    await explain(`${of}, passport`, () =>
      findSeenLots(logged, {
        history,
        same: [chassisId],
        serial: "1234567",
        year,
        colorId,
        mileage: 50_000,
      }),
    );
  }
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
