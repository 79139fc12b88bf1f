import { sql } from "kysely";
import { conditionRank } from "../../domain/condition";
import type { Lot } from "../../generated/schemas";
import type { RowSource } from "../workspace/listing";

/** The area that stores a lot; lists name it as their page type. */
export type LotArea = Lot["lotType"];

/** Houses with this prefix count against the daily USS limit of bids. */
const ussPrefix = "USS";

export const isUssHouse = (name: string): boolean => name.startsWith(ussPrefix);

/**
 * The columns of a car's fields. The tables of lots and of bids name them
 * alike, because a bid copies them from its lot.
 */
export const carFields = {
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
    rankOf: conditionRank,
  },
  year: { kind: "column", column: "year" },
  engine: { kind: "column", column: "engine" },
  mileage: { kind: "column", column: "mileage" },
  grade: { kind: "column", column: "grade" },
  equip: { kind: "column", column: "equip" },
  startPrice: { kind: "column", column: "start_price" },
  soldPrice: { kind: "column", column: "sold_price" },
  images: { kind: "list", column: "images", separator: "#" },
} as const satisfies RowSource["fields"];

/** The table of all lots. A list shows the area that its page type names. */
export const lotSource = {
  row: "lot",
  table: "lots",
  id: "id",
  extra: "extra",
  fields: {
    ...carFields,
    id: { kind: "id", column: "id" },
    averagePrice: { kind: "column", column: "average_price" },
    priv: { kind: "column", column: "priv" },
    status: { kind: "column", column: "status" },
    lotType: { kind: "column", column: "area" },
    isUss: {
      kind: "expression",
      expression: sql<boolean>`(lots.house_id is not null and lots.house_id in (
        select id from terms where kind = 'house' and name like ${`${ussPrefix}%`}))`,
    },
    myBid: { kind: "computed" },
    myBidAmount: { kind: "computed" },
    wishList: { kind: "computed" },
  },
  areaColumn: "area",
  changes: { column: "seq", topic: "lots" },
  scope: ({ resource }) => ({
    area: resource.pageType ?? null,
    owner: "anyone",
  }),
  partition: (area) => `lots_${area.replaceAll("-", "_")}`,
} as const satisfies RowSource;
