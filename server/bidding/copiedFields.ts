import { sql } from "kysely";
import type { LotRow } from "../catalog";
import type { BidsTable, LotsTable } from "../platform/database/tables";

/** Columns that lots and bids share by name. */
export const sharedColumns = [
  "lot_no",
  "auction_at",
  "auction_day",
  "house_id",
  "maker_id",
  "model_id",
  "chassis_id",
  "condition_id",
  "gearbox_id",
  "color_id",
  "year",
  "engine",
  "mileage",
  "start_price",
  "sold_price",
  "grade",
  "equip",
  "images",
] as const satisfies readonly (keyof BidsTable & keyof LotsTable)[];

/**
 * What else a lot carries, by schema field: its `extra`, and the columns that
 * bids do not have.
 */
export const carriedExtra = sql<string>`lots.extra || jsonb_strip_nulls(
  jsonb_build_object('priv', lots.priv, 'averagePrice', lots.average_price))`;

/** The lot as a bid keeps it, so that bid lists read one table. */
export const copiedFields = (lot: LotRow) => ({
  ...pick(lot, sharedColumns),
  lot_area: lot.area,
  lot_id: lot.id,
  lot_status: lot.status,
  is_uss: lot.isUss,
  extra: sql<string>`(select ${carriedExtra} from lots
    where lots.area = ${lot.area} and lots.id = ${lot.id})`,
});

const pick = <Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
