import { sql } from "kysely";
import type { RowSource } from "../workspace/listing";
import { carFacts } from "./carFacts";
import { ussPrefix } from "./uss";

/** Lots: one table for all areas; a resource shows the area of its page type. */
export const lotSource = {
  row: "lot",
  table: "lots",
  id: "id",
  extra: "extra",
  fields: {
    ...carFacts,
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
  scope: ({ resource }) => sql`lots.area = ${resource.pageType ?? null}`,
  partition: (area) => `lots_${area.replaceAll("-", "_")}`,
} as const satisfies RowSource;
