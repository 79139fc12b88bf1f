import type { ComputedRule } from "../../../../domain/computed/rule";
import type { RowSchema } from "../../../../domain/resource";
import { depotRow, depots } from "../records/support/depots";

/** A fee by kind and reader. */
export const fee = {
  $schema: "./meta/row.json",
  $id: "depot-fee",
  title: "A fee",
  type: "object",
  additionalProperties: false,
  required: ["id", "amount"],
  properties: {
    id: { title: "Id", type: "string", "x-core": true, "x-always": true },
    kind: { title: "Kind", type: ["string", "null"] },
    role: { title: "Role", type: ["string", "null"] },
    amount: { title: "Amount", type: "integer" },
  },
} satisfies RowSchema & Record<string, unknown>;

/** A field: the number of `base` and the fee of the depot. */
const sumOf = (base: string) => ({
  title: "Sum",
  type: ["integer", "null"],
  "x-computed": {
    base: [base],
    steps: [
      {
        id: "fee",
        table: "depot-fee",
        match: [
          { field: "kind", is: "kind" },
          { field: "role", is: "@role" },
        ],
        amount: "amount",
      },
    ],
  } satisfies ComputedRule,
});

/** Depots with sums of their places and of their rent, which clients do not see. */
export const summedDepot = {
  ...depotRow,
  properties: {
    ...depotRow.properties,
    total: sumOf("places"),
    rented: sumOf("rent"),
  },
};

const columns = ["total", "rented"].map((id) => ({ id, fields: [id] }));

export const summedLists = {
  depots: {
    ...depots,
    columns: [...depots.columns, ...columns],
    filters: [...depots.filters, { field: "total" }],
    sorts: [...depots.sorts, { id: "total", field: "total" }],
  },
  "depot-fees": {
    ...{ name: "depot-fees", route: "/depot-fees", row: "depot-fee" },
    ...{ key: "id", table: "simple", store: "records", filters: [], sorts: [] },
    columns: [{ id: "amount", fields: ["amount"] }],
    views: ["default"],
  },
};
