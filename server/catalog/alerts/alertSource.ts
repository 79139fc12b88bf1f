import { sql } from "kysely";
import type { RowSource } from "../../workspace/listing";

/** The alerts of users. Everybody reads only their own. */
export const alertSource = {
  row: "alert",
  table: "alerts",
  id: "id",
  fields: {
    id: { kind: "id", column: "id" },
    kind: { kind: "column", column: "kind" },
    title: { kind: "column", column: "title" },
    total: { kind: "column", column: "total" },
    price: { kind: "column", column: "price" },
    auctionDate: { kind: "column", column: "auction_at" },
    at: { kind: "column", column: "at" },
    state: {
      kind: "expression",
      expression: sql<string>`case when alerts.read_at is null
        then 'new' else 'read' end`,
    },
    path: { kind: "computed" },
  },
  ownerColumn: "user_id",
  scope: ({ viewer: { userId } }) => ({
    owner: { userId, withClients: false },
  }),
} as const satisfies RowSource;
