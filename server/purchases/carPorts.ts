import { sql } from "kysely";
import type { CarPorts } from "../payments";
import type { Context } from "../workspace/context";
import { purchaseKind } from "./purchaseKind";

/** Returns what payments ask of purchases. */
export const carPorts = ({
  database,
}: Pick<Context, "database">): CarPorts => ({
  row: purchaseKind.row,
  findPurchase: async (trx, bidId) => {
    const found = await trx
      .selectFrom("purchases")
      .innerJoin("records", "records.id", "purchases.record_id")
      .select("user_id as userId")
      .select(sql<string>`data ->> 'purchaseDate'`.as("day"))
      .where("bid_id", "=", bidId)
      .executeTakeFirst();
    return found ?? null;
  },
  purchasesOf: async (bidIds) => {
    if (bidIds.length === 0) return [];
    const found = await database.kysely
      .selectFrom("purchases")
      .select(["record_id as id", "user_id as userId"])
      .where("bid_id", "in", [...bidIds])
      .execute();
    return found.flatMap(({ id, userId }) =>
      id === null ? [] : [{ id, userId }],
    );
  },
});
