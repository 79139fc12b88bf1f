import { isAllowed, type Viewer } from "../../../domain/access";
import { visibleRow } from "../../../domain/visible";
import { readRows, visibleListing, type Row } from "../../workspace/listing";
import type { Catalog, ReadCatalog } from "../catalog";
import type { LotArea } from "../lotSource";

/** A lot as a list shows it. The id is always known. */
export type ShownLot = Row & { id: string };

/** Returns whether the viewer may see a list of the area. */
export const seesArea = (
  { workspace }: Pick<Catalog["context"], "workspace">,
  area: LotArea,
  viewer: Viewer,
): boolean => listsOf(workspace, area, viewer).length > 0;

const listsOf = (
  workspace: Catalog["context"]["workspace"],
  area: LotArea,
  viewer: Viewer,
) =>
  workspace
    .resources()
    .filter(
      ({ pageType, access }) => pageType === area && isAllowed(access, viewer),
    );

/**
 * Returns the lots of an area that any list shows the viewer, in the order of
 * `ids`, with the fields that the viewer may see. Other lots are left out, as
 * are hidden and computed fields.
 */
export async function readShownLots(
  { context, readers }: ReadCatalog,
  {
    area,
    viewer,
    ids,
    fields,
  }: {
    area: LotArea;
    viewer: Viewer;
    ids: readonly string[];
    fields: readonly string[];
  },
): Promise<ShownLot[]> {
  const found = new Map<string, ShownLot>();
  for (const resource of listsOf(context.workspace, area, viewer)) {
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) break;
    const reader = readers.get(resource.row);
    if (!reader) continue;
    const listing = visibleListing({ ...context, resource, viewer });
    const { properties } = visibleRow(listing.row, viewer);
    const visible = ["id", ...fields].filter((name) =>
      Object.hasOwn(properties, name),
    );
    const rows = await readRows(reader, {
      ...listing,
      ids: missing,
      fields: visible,
    });
    for (const row of rows) {
      const id = String(row.id);
      found.set(id, { ...row, id });
    }
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
