import {
  inTransaction,
  type Database,
} from "../../../../../server/platform/database";
import { writeLots } from "../../../../../server/catalog";
import { createAjv } from "../../../../../server/platform/schemas/ajv";
import { addedFields } from "./declared";
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
      values: { ...fields, ...fitting(fields), isUss },
      termIds: Object.fromEntries(
        Object.entries(termColumns).map(([name, column]) => [
          name,
          row[column],
        ]),
      ),
    };
  });
}

const ajv = createAjv();
const checks = Object.entries(addedFields).map(
  ([name, field]) => [name, ajv.compile(field)] as const,
);

/** The added fields, null where what is stored is no value of the schema. */
const fitting = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    checks.map(([name, isFitting]): [string, unknown] => {
      const value = fields[name] ?? null;
      if (Array.isArray(value) && name === "features")
        return [name, value.filter((entry) => typeof entry === "string")];
      const isForeignTime =
        name === "inspected" &&
        typeof value === "string" &&
        value.endsWith("Z");
      return [name, isFitting(value) && !isForeignTime ? value : null];
    }),
  );
