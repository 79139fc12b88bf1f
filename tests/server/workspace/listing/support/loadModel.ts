import {
  inTransaction,
  type Database,
} from "../../../../../server/platform/database";
import { writeLots } from "../../../../../server/catalog";
import type { ModelLot } from "./model";
import { randomLots, seeded } from "./randomLots";

const termColumns = {
  auctionName: "house_id",
  maker: "maker_id",
  model: "model_id",
  chassis: "chassis_id",
  condition: "condition_id",
  color: "color_id",
  gearbox: "gearbox_id",
} as const;

/** Writes random lots, and gives them back as the model keeps them. */
export async function loadModel(
  database: Database,
  { seed, count }: { seed: number; count: number },
): Promise<ModelLot[]> {
  const lots = randomLots(seeded(seed), count);
  await inTransaction(database, (trx) => writeLots(trx, "auction", lots));
  const rows = await database.kysely.selectFrom("lots").selectAll().execute();
  const bySource = new Map(rows.map((row) => [row.source_id, row]));
  return lots.map(({ sourceId, fields }) => {
    const row = bySource.get(sourceId);
    if (!row) throw new Error(`Lot ${sourceId} is missing`);
    const house = fields.auctionName;
    const isUss = typeof house === "string" && house.startsWith("USS");
    return {
      id: row.id,
      values: { ...fields, isUss },
      termIds: Object.fromEntries(
        Object.entries(termColumns).map(([name, column]) => [
          name,
          row[column],
        ]),
      ),
    };
  });
}
