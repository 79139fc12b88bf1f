import type { Transaction } from "kysely";
import { waitingSteps } from "../../domain/purchase/nextAction";
import type { Tables } from "../platform/database";
import { useDueRules } from "./dueRules";
import { purchaseKind, tracksOf } from "./purchaseKind";

/**
 * Returns whether a step of a purchase was done, or not to be done, at some version between two
 * of its versions. Versions that the history no longer has are so old that the step counts as
 * a new one.
 */
export async function hasComeBack(
  trx: Transaction<Tables>,
  {
    id,
    action,
    since,
    version,
  }: { id: string; action: string; since: number; version: number },
): Promise<boolean> {
  const rules = await useDueRules(trx);
  const later = await trx
    .selectFrom("record_history")
    .select("after")
    .where("row_schema", "=", purchaseKind.row)
    .where("record_id", "=", id)
    .where("version", ">", since)
    .execute();
  return (
    later.length < version - since ||
    later.some(
      ({ after }) =>
        !waitingSteps(tracksOf(after ?? {}), rules).some(
          (step) => step.action === action,
        ),
    )
  );
}
