import { sql } from "kysely";
import { readableOwners } from "../../../domain/readableOwners";
import type { RowSource } from "../../workspace/listing";

/** The quotes of users. Managers read all of them, everybody else their own. */
export const quoteSource = {
  row: "quote",
  table: "quotes",
  id: "id",
  extra: "car",
  fields: {
    id: { kind: "id", column: "id" },
    version: { kind: "column", column: "version" },
    title: { kind: "column", column: "title" },
    saleDay: { kind: "column", column: "sale_day" },
    destination: { kind: "column", column: "destination" },
    total: {
      kind: "expression",
      expression: sql<number | null>`quotes.total::float8`,
    },
    basis: { kind: "column", column: "basis" },
    amount: { kind: "column", column: "amount" },
    // It depends on the tables of today.
    state: { kind: "computed" },
    eta: { kind: "column", column: "eta" },
    safetyDays: { kind: "column", column: "safety_days" },
    madeAt: { kind: "column", column: "made_at" },
    madeBy: { kind: "column", column: "made_by_name" },
    pricedAt: { kind: "column", column: "priced_at" },
    userId: { kind: "id", column: "user_id" },
    client: {
      kind: "expression",
      expression: sql<string>`(
        select full_name from users where users.id = quotes.user_id)`,
    },
  },
  ownerColumn: "user_id",
  scope: ({ viewer }) => ({ owner: readableOwners(viewer) }),
} as const satisfies RowSource;
