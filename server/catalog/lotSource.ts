import { sql } from "kysely";
import type { RowSource } from "../workspace/listing";
import { ussPrefix } from "./uss";

/** Lots: one table for all areas; a resource shows the area of its page type. */
export const lotSource = {
  row: "lot",
  table: "lots",
  id: "id",
  extra: "extra",
  fields: {
    id: { kind: "id", column: "id" },
    lotNo: { kind: "column", column: "lot_no" },
    auctionDate: { kind: "column", column: "auction_at", day: "auction_day" },
    auctionName: { kind: "term", column: "house_id", dictionary: "house" },
    maker: { kind: "term", column: "maker_id", dictionary: "maker" },
    model: { kind: "term", column: "model_id", dictionary: "model" },
    chassis: { kind: "term", column: "chassis_id", dictionary: "chassis" },
    color: { kind: "term", column: "color_id", dictionary: "color" },
    gearbox: { kind: "term", column: "gearbox_id", dictionary: "gearbox" },
    condition: {
      kind: "term",
      column: "condition_id",
      dictionary: "condition",
      isRanked: true,
    },
    year: { kind: "column", column: "year" },
    engine: { kind: "column", column: "engine" },
    mileage: { kind: "column", column: "mileage" },
    startPrice: { kind: "column", column: "start_price" },
    averagePrice: { kind: "column", column: "average_price" },
    soldPrice: { kind: "column", column: "sold_price" },
    grade: { kind: "column", column: "grade" },
    priv: { kind: "column", column: "priv" },
    equip: { kind: "column", column: "equip" },
    status: { kind: "column", column: "status" },
    lotType: { kind: "column", column: "area" },
    images: { kind: "list", column: "images", separator: "#" },
    isUss: {
      kind: "expression",
      expression: sql<boolean>`(lots.house_id is not null and lots.house_id in (
        select id from terms where kind = 'house' and name like ${`${ussPrefix}%`}))`,
    },
    myBid: { kind: "computed" },
    myBidAmount: { kind: "computed" },
    wishList: { kind: "computed" },
  },
  scope: ({ resource }) => sql`lots.area = ${resource.pageType ?? null}`,
} as const satisfies RowSource;
