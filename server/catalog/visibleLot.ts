import { isAllowed, type Viewer } from "../../domain/access";
import type { Resource } from "../../domain/resource";
import { visibleRow } from "../../domain/visible";
import { failure } from "../platform/errors";
import type { ComputedAccess } from "../platform/http/route";
import type { Context } from "../workspace/context";
import { readRows, visibleListing, type Row } from "../workspace/listing";
import type { ReadCatalog } from "./catalog";
import type { LotArea } from "./lotSource";

/** A lot that a viewer may open. */
export type VisibleLot = {
  id: string;
  area: LotArea;
  /** All stored fields, including fields that the viewer may not see. */
  stored: Row;
  /** The fields that the viewer may see. */
  row: Row;
};

/** Returns the lists over these row schemas whose pages the viewer may open. */
const listsOf = (
  { workspace }: Pick<Context, "workspace">,
  { viewer, rows }: { viewer: Viewer; rows: readonly string[] },
) =>
  workspace
    .resources()
    .filter(
      ({ row, pageType, access, calls }: Resource) =>
        rows.includes(row) &&
        pageType !== undefined &&
        isAllowed(access, viewer) &&
        isAllowed(calls.detail?.access, viewer),
    );

/** Allows everybody who may open pages of lots with one of these row schemas. */
export const lotReaders = (
  context: Pick<Context, "workspace">,
  rows: readonly string[],
): ComputedAccess => ({
  allows: (viewer) => listsOf(context, { viewer, rows }).length > 0,
  description: "Everybody who may see a list of lots",
});

/**
 * Finds a lot by its id in the lists of `rows` that the viewer may see, whichever area
 * it is in now. Throws not_found for unknown lots and for lots that no list shows to the
 * viewer.
 */
export async function visibleLot(
  { context, readers }: ReadCatalog,
  { viewer, id, rows }: { viewer: Viewer; id: string; rows: readonly string[] },
): Promise<VisibleLot> {
  for (const declared of listsOf(context, { viewer, rows })) {
    const lots = readers.get(declared.row);
    const listing = visibleListing({ ...context, resource: declared, viewer });
    const area = listing.resource.pageType;
    if (!area || !lots) continue;
    const visible = visibleRow(listing.row, viewer);
    const fields = Object.keys(listing.row.properties);
    const [stored] = await readRows(lots, { ...listing, ids: [id], fields });
    if (!stored) continue;
    const row = Object.fromEntries(
      Object.entries(stored).filter(([name]) =>
        Object.hasOwn(visible.properties, name),
      ),
    );
    return { id, area, stored, row };
  }
  throw failure("not_found");
}
