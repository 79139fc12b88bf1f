import type { LotRow } from "../catalog";

/** The lot as a bid keeps it, so that bid lists read one table. */
export const copiedFields = (lot: LotRow) => ({
  lot_area: lot.area,
  lot_id: lot.id,
  lot_no: lot.lot_no,
  auction_at: lot.auction_at,
  auction_day: lot.auction_day,
  house_id: lot.house_id,
  maker_id: lot.maker_id,
  model_id: lot.model_id,
  chassis_id: lot.chassis_id,
  condition_id: lot.condition_id,
  gearbox_id: lot.gearbox_id,
  color_id: lot.color_id,
  lot_status: lot.status,
  year: lot.year,
  engine: lot.engine,
  mileage: lot.mileage,
  start_price: lot.start_price,
  sold_price: lot.sold_price,
  grade: lot.grade,
  equip: lot.equip,
  images: lot.images,
  is_uss: lot.isUss,
});
