import {
  isDate,
  type Resource,
  type RowSchema,
} from "../../../../../domain/resource";
import { lotSource } from "../../../../../server/catalog";
import type { RowSource } from "../../../../../server/workspace/listing";
import {
  addedFields,
  carAuction,
  lotSchema,
} from "../../listing/support/declared";

export { lotSchema } from "../../listing/support/declared";

/** The car auctions with no filter and sort but these. */
export const cars = (parts: Partial<Resource> = {}): Resource => ({
  ...carAuction(),
  filters: [],
  sorts: [],
  ...parts,
});

/** A filter on each type of field, a text, and a moment's days and span. */
export const everyFilter: Resource["filters"] = [
  ...Object.entries(addedFields).map(([name, field]) => ({
    field: name,
    // A date that is sent as one parameter has days to choose from.
    ...(isDate(field) ? { send: name } : {}),
  })),
  {
    field: "registered",
    id: "registeredWithin",
    send: ["registeredFrom", "registeredTo"],
  },
  {
    field: "inspected",
    id: "inspectedWithin",
    send: ["inspectedFrom", "inspectedTo"],
  },
];

export const rowOf =
  (row: RowSchema = lotSchema()) =>
  () =>
    row;

export const sourceOf = (row: string): RowSource | undefined =>
  row === "lot" ? lotSource : undefined;
