import { rowPathsOf } from "../../domain/listing/addresses";
import type { Resource } from "../../domain/resource";

/** The parameter of the page for a new row that names the row whose values it begins with. */
export const copyParameter = "copy";

/**
 * Returns the address of the form for a copy of a row; undefined if people cannot add rows,
 * or if the form of a new row has other fields than the row.
 */
export function copyPathOf(resource: Resource, id: string): string | undefined {
  const { create, detail } = rowPathsOf(resource);
  const isRow = resource.calls.create?.body === resource.row;
  return create !== undefined &&
    detail !== undefined &&
    isRow &&
    !resource.single
    ? `${create}?${copyParameter}=${encodeURIComponent(id)}`
    : undefined;
}
