import type { Viewer } from "../../domain/access";
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
