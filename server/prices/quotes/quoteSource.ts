import { sql } from "kysely";
import { readableOwners } from "../../../domain/readableOwners";
import { japanDay } from "../../../domain/japanTime";
import type { Clock } from "../../platform/clock";
import type { RowSource } from "../../workspace/listing";
import { isOpenOn } from "./quoteQueries";

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
    state: { kind: "column", column: "state" },
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

/** Returns the quotes with their states of today: past, or as the last check found them. */
export const quotesToday = (clock: Clock): RowSource => ({
  ...quoteSource,
  fieldsFor: () => ({
    state: {
      kind: "expression",
      expression: sql<string>`case when ${isOpenOn(japanDay(clock.now()))}
        then coalesce(quotes.state, 'unknown') else 'past' end`,
    },
  }),
});
