import { sql, type Transaction } from "kysely";
import type { Viewer } from "../../domain/access";
import { rowPathsOf } from "../../domain/listing/addresses";
import type { Tables } from "../platform/database/tables";
import { failure } from "../platform/errors";
import type { ComputedAccess } from "../platform/http/route";
import type { Context } from "../workspace/context";
import type { Row } from "../workspace/listing";
import { listsOver, visibleRecords } from "../workspace/records";
import { purchaseKind } from "./purchaseKind";

type Scope = Pick<
  Context,
  "database" | "clock" | "schemas" | "workspace" | "recordKinds"
>;

const { row } = purchaseKind;

/** Allows everybody who may see a list of purchases. */
export const purchaseReaders = (scope: Scope): ComputedAccess => ({
  allows: (viewer) => listsOver(scope, viewer, row).length > 0,
  description: "Everybody who may see a list of purchases",
});

/**
 * Returns the fields of a purchase that the viewer may see in the first list that shows the
 * purchase to the viewer. Throws not_found if no list does.
 */
export async function visiblePurchase(
  scope: Scope,
  viewer: Viewer,
  id: string,
): Promise<Row> {
  for await (const purchase of visibleRecords(scope, viewer, { row, id }))
    return purchase;
  throw failure("not_found");
}

/** Returns the path of the page of a bid's purchase, as `BidPorts` describes it. */
export async function purchasePage(
  scope: Parameters<typeof listsOver>[0],
  trx: Transaction<Tables>,
  viewer: Viewer,
  { userId, bidId }: { userId: string; bidId: string },
): Promise<string | null> {
  const [list] = listsOver(scope, viewer, row);
  if (!list) return null;
  const found = await trx
    .selectFrom("purchases")
    .innerJoin("records", "records.id", "purchases.record_id")
    .select("records.id")
    .where("purchases.user_id", "=", userId)
    .where("purchases.bid_id", "=", bidId)
    .where(sql<boolean>`records.data ->> 'ending' <> 'cancelled'`)
    .executeTakeFirst();
  const page = rowPathsOf(list).detail;
  return found && page ? page.replace(":id", found.id) : null;
}
