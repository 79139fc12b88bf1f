import { sql, type RawBuilder } from "kysely";
import { transferSource } from "../payments";
import type { RowSource } from "../workspace/listing";

const expression = (value: RawBuilder<unknown>) =>
  ({ kind: "expression", expression: value }) as const;

/** Returns a value of the purchase whose car a transfer is about; null without one. */
const ofPurchase = (value: RawBuilder<string | null>) =>
  expression(sql`(
    select ${value} from purchases as bought
      join records on records.id = bought.record_id
    where bought.bid_id = client_transfers.bid_id
      and bought.user_id = client_transfers.user_id)`);

const textOf = (field: string) => sql<string | null>`
  records.data ->> ${sql.lit(field)}`;

const isOfCar = sql`client_transfers.bid_id is not null`;
const change = sql`client_transfers.change::float8`;

/**
 * The transfers in the accounts of clients, as clients read them: beside a car its name and its
 * days. Rows and readers are the same as for transfers.
 */
export const paymentSource: RowSource = {
  ...transferSource,
  row: "payment",
  fields: {
    ...transferSource.fields,
    date: { kind: "column", column: "value_day" },
    purpose: { kind: "column", column: "kind" },
    type: expression(
      sql`case when ${isOfCar} then 'purchase' else 'remittance' end`,
    ),
    amount: expression(change),
    received: expression(sql`case when ${isOfCar} then 0 else ${change} end`),
    spent: expression(sql`case when ${isOfCar} then -${change} else 0 end`),
    description: ofPurchase(sql`concat_ws(' ',
      ${textOf("maker")}, ${textOf("model")}, ${textOf("year")})`),
    lotNo: ofPurchase(textOf("lotNo")),
    purchaseId: ofPurchase(sql`records.id::text`),
    etd: ofPurchase(textOf("etd")),
    eta: ofPurchase(textOf("eta")),
  },
};
