import { sql } from "kysely";
import { gradeRank } from "../../domain/auctionGrade";
import type { RowSource } from "../workspace/listing";
import { lotAreas } from "./lotKinds";

export type { LotArea } from "./lotKinds";

/**
 * Houses with this prefix count against the daily USS limit of bids, and the photos of their
 * lots must not be downloaded.
 */
export const ussPrefix = "USS";

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
    rankOf: gradeRank,
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

/** How the table of all lots is read. A list shows the area that its page type names. */
const lotTable = {
  table: "lots",
  id: "id",
  extra: "extra",
  areaColumn: "area",
  changes: { column: "seq", topic: "lots" },
  scope: ({ resource }) => ({
    area: resource.pageType ?? null,
    owner: "anyone",
  }),
  created: {
    // A lot's latest change is not older than its creation, and it is indexed.
    within: ({ after, upTo }) => sql`lots.seq > ${after}::bigint
      and lots.created_seq > ${after}::bigint
      and lots.created_seq <= ${upTo}::bigint`,
    last: sql`select max(seq) from (${sql.join(
      lotAreas.map(
        (area) => sql`select max(seq) as seq from lots where area = ${area}`,
      ),
      sql` union all `,
    )}) as areas`,
  },
  partition: (area) => `lots_${area.replaceAll("-", "_")}`,
} as const satisfies Omit<RowSource, "row" | "fields">;

/** The fields of every lot that no bid copies. */
const lotFields = {
  id: { kind: "id", column: "id" },
  averagePrice: { kind: "column", column: "average_price" },
  status: { kind: "column", column: "status" },
  lotType: { kind: "column", column: "area" },
  myBid: { kind: "computed" },
  myBidAmount: { kind: "computed" },
  wishList: { kind: "computed" },
} as const satisfies RowSource["fields"];

/** Cars at auctions and in the statistics. */
export const lotSource = {
  ...lotTable,
  row: "lot",
  fields: {
    ...carFields,
    ...lotFields,
    priv: { kind: "column", column: "priv" },
    isUss: {
      kind: "expression",
      expression: sql<boolean>`(lots.house_id is not null and lots.house_id in (
        select id from terms where kind = 'house' and name like ${`${ussPrefix}%`}))`,
    },
  },
} as const satisfies RowSource;

/** Cars at a fixed price. */
const stockSource = { ...lotSource, row: "stock" } satisfies RowSource;

/** The row schemas of cars. */
export const carRows = [lotSource.row, stockSource.row];

const bikeFields: RowSource["fields"] = Object.fromEntries(
  Object.entries(carFields).filter(
    ([name]) => !["chassis", "gearbox", "equip"].includes(name),
  ),
);

/** Bikes at auctions and in the statistics. */
export const bikeSource: RowSource = {
  ...lotTable,
  row: "bike",
  fields: {
    ...bikeFields,
    ...lotFields,
    auctionId: { kind: "column", column: "house_id" },
    makerId: { kind: "column", column: "maker_id" },
    modelId: { kind: "column", column: "model_id" },
    bidStatusId: { kind: "computed" },
  },
};

/** The sources of all rows of lots. */
export const lotSources: readonly RowSource[] = [
  lotSource,
  stockSource,
  bikeSource,
];

/** The row schemas of all lots. */
export const lotRows = lotSources.map(({ row }) => row);

/** Returns the source of a row schema's lots, or undefined for other rows. */
export const lotSourceOf = (row: string): RowSource | undefined =>
  lotSources.find((source) => source.row === row);
