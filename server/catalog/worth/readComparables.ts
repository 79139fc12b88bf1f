import { sql } from "kysely";
import type { Viewer } from "../../../domain/access";
import {
  type Comparables,
  type ComparedLot,
  compareSales,
  type PastSale,
  widening,
} from "../../../domain/comparables";
import { gradeRank } from "../../../domain/auctionGrade";
import { addDays, japanDay } from "../../../domain/japanTime";
import { lotStatuses } from "../../../domain/lotStatus";
import type { ComparablesReply } from "../../../generated/schemas";
import type { Database } from "../../platform/database";
import { failure } from "../../platform/errors";
import type { ReadCatalog } from "../catalog";
import { findLot, type LotRow } from "../lotQueries";
import type { LotArea } from "../lotSource";
import {
  lotHistories,
  type LotHistory,
  readShownLots,
  seesArea,
  type ShownLot,
  storedNumbers,
} from "./lotHistory";

const comparedFields = ["year", "mileage", "condition", "grade"];

/**
 * Returns the past sales that a coming lot compares with, and their range. Only
 * fields of the lot that the viewer may see are compared. The sales themselves
 * are left out for viewers without a list of past sales; viewers who may not see
 * sold prices get no range. Throws not_found for a lot that no list shows the
 * viewer.
 */
export async function readComparables(
  catalog: ReadCatalog,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<ComparablesReply> {
  const { context } = catalog;
  const found = await findComing(catalog, { viewer, id });
  if (!found) throw failure("not_found");
  const { nearness, sales, range } = await compareStored(catalog, found);
  const { past } = found.history;
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
  return {
    ...common,
    sales: await describeSales(catalog, { viewer, sales, past }),
  };
}

type Found = { lot: ShownLot; stored: LotRow; history: LotHistory };

/** Returns a coming lot with the fields that the viewer may see, or null. */
async function findComing(
  catalog: ReadCatalog,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<Found | null> {
  const { context } = catalog;
  for (const history of lotHistories(context)) {
    const { coming, variant } = history;
    const [lot] = await readShownLots(catalog, {
      area: coming,
      viewer,
      ids: [id],
      fields: [...comparedFields, "model", variant.field, "soldPrice"],
    });
    const stored = lot && (await findLot(context.database.kysely, coming, id));
    if (lot && stored) return { lot, stored, history };
  }
  return null;
}

/** Compares a lot with sales of its variant, or of its model if they are too few. */
async function compareStored(
  { context: { database, clock } }: ReadCatalog,
  { lot, stored, history }: Found,
): Promise<Comparables<SoldLot>> {
  const compared = comparedLot(lot, { stored, history });
  const { model_id: modelId } = stored;
  if (modelId === null || !("model" in lot) || !("soldPrice" in lot))
    return compareSales(compared, []);
  const compareWith = async (variant: number | null) => {
    const sold = await findSoldLots(database, {
      area: history.past,
      modelId,
      history,
      variant,
      year: compared.year,
      day: japanDay(clock.now()),
    });
    return compareSales(compared, sold);
  };
  const { variant } = compared;
  const ofVariant =
    typeof variant === "number" ? await compareWith(variant) : null;
  return ofVariant && ofVariant.nearness.name !== "model"
    ? ofVariant
    : compareWith(null);
}

/** Returns the visible properties of a lot; hidden ones count as unknown. */
function comparedLot(
  lot: ShownLot,
  { stored, history: { variant } }: Pick<Found, "stored" | "history">,
): ComparedLot {
  const { grade, year, mileage, condition } = lot;
  return {
    variant:
      variant.field in lot
        ? (storedNumbers(stored, [variant])?.[0] ?? null)
        : null,
    trim: typeof grade === "string" ? grade : null,
    year: typeof year === "number" ? year : null,
    mileage: typeof mileage === "number" ? mileage : null,
    rank: typeof condition === "string" ? gradeRank(condition) : null,
  };
}

type Sales = NonNullable<ComparablesReply["sales"]>;

async function describeSales(
  catalog: ReadCatalog,
  {
    viewer,
    sales,
    past,
  }: { viewer: Viewer; past: LotArea } & Pick<Comparables<SoldLot>, "sales">,
): Promise<Sales> {
  const rows = await readShownLots(catalog, {
    area: past,
    viewer,
    ids: sales.map(({ id }) => id),
    fields: [...comparedFields, "auctionDate", "auctionName"],
  });
  const compared = new Map(sales.map((sale) => [sale.id, sale]));
  return rows.flatMap((row) => {
    const sale = compared.get(row.id);
    return sale
      ? [{ ...row, soldPrice: sale.price, isOutlier: sale.isOutlier }]
      : [];
  });
}

/** The latest sales of a model that are read; it bounds the work. */
const mostSales = 600;
const longestDays = Math.max(...widening.map(({ days }) => days));
const mostYears = Math.max(...widening.map(({ years }) => years));

type SoldQuery = {
  area: LotArea;
  modelId: number;
  history: Pick<LotHistory, "variant" | "hasChassis">;
  /** Null finds the sales of all variants. */
  variant: number | null;
  year: number | null;
  /** The day in Japan up to which sales count, `YYYY-MM-DD`. */
  day: string;
};

/** A sale with its day in Japan. */
type SoldLot = PastSale & { day: string };

/**
 * Returns the latest sold lots of a model within the widest limits of years and
 * days. The index alone finds them, so that a popular model costs no more reads.
 */
export async function findSoldLots(
  { kysely }: Pick<Database, "kysely">,
  { area, modelId, history, variant, year, day }: SoldQuery,
): Promise<SoldLot[]> {
  const years =
    year === null
      ? sql``
      : sql`and (year is null or year between ${year - mostYears} and ${year + mostYears})`;
  const column = sql.ref(`lots.${history.variant.column}`);
  const ofVariant = variant === null ? sql`` : sql`and ${column} = ${variant}`;
  const inIndex = history.hasChassis ? sql`` : sql`and chassis_id is null`;
  const { rows } = await sql<SoldLot>`
    with sold as (
      select id from lots
      where area = ${area} and model_id = ${modelId} ${ofVariant} ${inIndex}
        and status in (${sql.lit(lotStatuses.sold)}, ${sql.lit(lotStatuses.soldNegotiated)})
        and sold_price > 0
        and auction_day between ${addDays(day, -longestDays)}::date and ${day}::date
        ${years}
      order by auction_day desc limit ${sql.lit(mostSales)}
    )
    select lots.id::text, ${column} as variant, lots.grade as trim,
      lots.year, lots.mileage, terms.rank, lots.sold_price as price,
      lots.auction_day::text as day, ${day}::date - lots.auction_day as age
    from sold join lots on lots.area = ${area} and lots.id = sold.id
    left join terms on terms.kind = 'condition' and terms.id = lots.condition_id`.execute(
    kysely,
  );
  return rows;
}
