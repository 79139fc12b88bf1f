import { sql } from "kysely";
import { japanDay } from "../domain/japanTime";
import { findSoldLots } from "../server/catalog/worth/readComparables";
import type { LotHistory } from "../server/catalog/worth/lotHistory";
import { findSeenLots } from "../server/catalog/worth/readPassport";
import type { Database } from "../server/platform/database";
import { generateLots, middleOfSales } from "./support/generatedLots";
import { makeBikes, makeSales } from "./support/pastSales";
import { benchStatements, type PlanBench } from "./support/planBench";

/** `ROWS=2000000 npm run bench -- worth`. */
const count = Number(process.env.ROWS ?? 200_000);

/** Explains the statements of comparables and passports for cars, then for bikes. */
export const benchWorth = (): Promise<string> =>
  benchStatements(`${count.toLocaleString("en")} past sales`, explainWorth);

async function explainWorth(bench: PlanBench): Promise<void> {
  const { database, setFloor } = bench;
  await generateLots(database, count);
  await makeSales(database);
  await setFloor(
    "600 lots, as many as a comparison reads",
    sql`select * from lots where area = 'stats' and id <= 600`.compile(
      database.kysely,
    ),
  );
  const cars = { field: "chassis", column: "chassis_id" } as const;
  await explainKind(bench, {
    row: "lot",
    coming: "auction",
    past: "stats",
    variant: cars,
    same: [cars],
    hasChassis: true,
  });
  await makeBikes(database);
  const model = { field: "model", column: "model_id" } as const;
  const engine = { field: "engine", column: "engine" } as const;
  await explainKind(bench, {
    row: "bike",
    coming: "bikes",
    past: "bike-stats",
    variant: engine,
    same: [model, engine],
    hasChassis: false,
  });
}

/** Explains the statements for the commonest models, and their rarest variants. */
async function explainKind(
  { database, logged, explain }: PlanBench,
  history: LotHistory,
): Promise<void> {
  const day = japanDay(middleOfSales);
  for (const common of await commonest(database, history)) {
    const { modelId, variant, rarest, sold } = common;
    const query = { area: history.past, modelId, history, year: 2015, day };
    const of = `${history.row}, model ${String(modelId)} (${String(sold)} sold)`;
    for (const [name, value] of Object.entries({ variant, rarest, any: null }))
      await explain(`${of}, ${name} ${history.variant.field}`, () =>
        findSoldLots(logged, { ...query, variant: value }),
      );
    await explain(`${of}, passport`, () =>
      findSeenLots(logged, {
        history,
        same: history.same.map(({ column }) =>
          column === "model_id" ? modelId : variant,
        ),
        serial: "1234567",
        year: 2015,
        colorId: 1,
        mileage: 50_000,
      }),
    );
  }
}

type Common = {
  modelId: number;
  variant: number;
  rarest: number;
  sold: number;
};

async function commonest(
  { longRunning }: Database,
  { variant: { column } }: LotHistory,
): Promise<Common[]> {
  const { rows } = await sql<Common>`
    select model_id as "modelId", sum(count)::int as sold,
      (array_agg(variant order by count desc))[1] as variant,
      (array_agg(variant order by count))[1] as rarest
    from (select model_id, ${sql.ref(column)} as variant, count(*) as count
      from lots group by 1, 2) as variants
    group by model_id order by sold desc limit 3`.execute(longRunning);
  return rows;
}
