import type { Viewer } from "../../../domain/access";
import {
  compareSales,
  type Comparables,
  type ComparedCar,
} from "../../../domain/comparables";
import { conditionRank } from "../../../domain/condition";
import { japanDay } from "../../../domain/japanTime";
import type { ComparablesReply } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import { findLot, type LotRow } from "../lotQueries";
import { findSoldLots, type SoldLot } from "./comparableQueries";
import {
  readVisibleLots,
  seesArea,
  type LotReads,
  type VisibleLot,
} from "./visibleLots";

const coming = "auction";
const past = "stats";
const carFields = ["year", "mileage", "condition", "grade"];

/**
 * Returns the past sales that a coming lot compares with, and their range. Only
 * fields of the lot that the viewer may see are compared. The sales themselves
 * are left out for viewers without a list of past sales; viewers who may not see
 * sold prices get no range. Throws not_found for a lot that no list shows the
 * viewer.
 */
export async function readComparables(
  catalog: LotReads,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<ComparablesReply> {
  const { context } = catalog;
  const [lot] = await readVisibleLots(catalog, {
    area: coming,
    viewer,
    ids: [id],
    fields: [...carFields, "model", "chassis", "soldPrice"],
  });
  const stored = lot && (await findLot(context.database.kysely, coming, id));
  if (!lot || !stored) throw failure("not_found");
  const { nearness, sales, range } = await compareStored(catalog, lot, stored);
  const outliers = sales.filter(({ isOutlier }) => isOutlier).length;
  const [since = null] = sales.map(({ day }) => day).toSorted();
  const common = {
    success: true as const,
    count: sales.length - outliers,
    outliers,
    range,
    since,
    nearness: nearness.name,
  };
  if (!seesArea(context, past, viewer)) return common;
  return { ...common, sales: await describeSales(catalog, { viewer, sales }) };
}

/** Compares a lot with sales of its chassis code, or of its model if they are too few. */
async function compareStored(
  { context: { database, clock } }: LotReads,
  lot: VisibleLot,
  stored: LotRow,
): Promise<Comparables<SoldLot>> {
  const car = comparedCar(lot, stored);
  const { model_id: modelId } = stored;
  if (modelId === null || !("model" in lot) || !("soldPrice" in lot))
    return compareSales(car, []);
  const compareWith = async (chassisId: number | null) => {
    const sold = await findSoldLots(database, {
      area: past,
      modelId,
      chassisId,
      year: car.year,
      day: japanDay(clock.now()),
    });
    return compareSales(car, sold);
  };
  const ofChassis =
    car.chassis === null ? null : await compareWith(stored.chassis_id);
  return ofChassis && ofChassis.nearness.name !== "model"
    ? ofChassis
    : compareWith(null);
}

/** Returns the visible properties of a lot; hidden ones count as unknown. */
function comparedCar(lot: VisibleLot, stored: LotRow): ComparedCar {
  const { grade, year, mileage, condition } = lot;
  return {
    chassis: "chassis" in lot ? stored.chassis_id : null,
    trim: typeof grade === "string" ? grade : null,
    year: typeof year === "number" ? year : null,
    mileage: typeof mileage === "number" ? mileage : null,
    rank: typeof condition === "string" ? conditionRank(condition) : null,
  };
}

type Sales = NonNullable<ComparablesReply["sales"]>;

async function describeSales(
  catalog: LotReads,
  { viewer, sales }: { viewer: Viewer } & Pick<Comparables<SoldLot>, "sales">,
): Promise<Sales> {
  const rows = await readVisibleLots(catalog, {
    area: past,
    viewer,
    ids: sales.map(({ id }) => id),
    fields: [...carFields, "auctionDate", "auctionName"],
  });
  const compared = new Map(sales.map((sale) => [sale.id, sale]));
  return rows.flatMap((row) => {
    const sale = compared.get(row.id);
    return sale
      ? [{ ...row, soldPrice: sale.price, isOutlier: sale.isOutlier }]
      : [];
  });
}
