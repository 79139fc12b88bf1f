import type { RowSource } from "../workspace/listing";

/**
 * Where the facts of a car are, in the table of lots and, copied onto them
 * under the same names, in that of bids.
 */
export const carFacts = {
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
  grade: { kind: "column", column: "grade" },
  equip: { kind: "column", column: "equip" },
  startPrice: { kind: "column", column: "start_price" },
  soldPrice: { kind: "column", column: "sold_price" },
  images: { kind: "list", column: "images", separator: "#" },
} as const satisfies RowSource["fields"];
