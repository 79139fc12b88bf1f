import { sql, type Transaction } from "kysely";
import { paymentDueOf } from "../../domain/purchase/deadlines";
import type { Tables } from "../platform/database/tables";
import type { RecordData } from "../workspace/records";
import { useDueRules } from "./dueRules";

type WonCar = {
  lotType: string;
  lotId: string;
  lotNo: string;
  auction: string | null;
  maker: string | null;
  model: string | null;
  grade: string | null;
  year: number | null;
  chassis: string | null;
  engine: number | null;
  color: string | null;
  mileage: number | null;
  images: string;
};

const word = (kind: string, column: string) => sql<string | null>`(
  select name from terms where kind = ${kind} and id = ${sql.ref(`bids.${column}`)})`;

/**
 * Returns the data of a new purchase: the car of the bid as it is now, which no later feed
 * changes, and the first state of each track. `day` is the day of the sale. The caller holds
 * the lock of the bid.
 */
export async function snapshotOf(
  trx: Transaction<Tables>,
  { userId, bidId, day }: { userId: string; bidId: string; day: string },
): Promise<RecordData> {
  const { images, ...car } = (await trx
    .selectFrom("bids")
    .select([
      "lot_area as lotType",
      "lot_id as lotId",
      "lot_no as lotNo",
      "grade",
      "year",
      "engine",
      "mileage",
      "images",
      word("house", "house_id").as("auction"),
      word("maker", "maker_id").as("maker"),
      word("model", "model_id").as("model"),
      word("chassis", "chassis_id").as("chassis"),
      word("color", "color_id").as("color"),
    ])
    .where("user_id", "=", userId)
    .where("id", "=", bidId)
    .executeTakeFirstOrThrow()) satisfies WonCar;
  const known = Object.entries(car).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(known),
    images: images === "" ? [] : images.split("#"),
    bidId,
    clientId: userId,
    purchaseDate: day,
    paymentDue: paymentDueOf(day, await useDueRules(trx)),
    ...{ carState: "won", papersState: "waiting", moneyState: "open" },
    ...{ claimState: "none", ending: "none" },
  };
}
