import type { Viewer } from "../../../domain/access";
import { visibleRow } from "../../../domain/visible";
import type { Context } from "../../workspace/context";
import { readRows, type Row, visibleListing } from "../../workspace/listing";
import type { Catalog, ReadCatalog } from "../catalog";
import { turnovers } from "../lotKinds";
import { listsOf, type LotRow } from "../lotQueries";
import { type LotArea, lotSources } from "../lotSource";

/** A field of lots and its column, which holds a number. */
export type ComparedField = { field: string; column: keyof LotRow };

/** How the lots of a kind are compared with earlier ones, by `x-history`. */
export type LotHistory = {
  row: string;
  coming: LotArea;
  past: LotArea;
  variant: ComparedField;
  /** Fields that must be equal: a lot with other values is another vehicle. */
  same: readonly ComparedField[];
  /** The indexes of earlier lots begin with the chassis code, which bikes lack. */
  hasChassis: boolean;
};

/** Returns the histories that the row schemas declare. */
export const lotHistories = ({
  schemas,
}: Pick<Context, "schemas">): LotHistory[] =>
  turnovers.flatMap(({ from, to }) => {
    const source = lotSources.find(({ row }) =>
      schemas.row(row)["x-areas"]?.includes(from),
    );
    const declared = source && schemas.row(source.row)["x-history"];
    if (!declared) return [];
    const compared = (field: string): ComparedField[] => {
      const storage = source.fields[field];
      return storage?.kind === "column" || storage?.kind === "term"
        ? [{ field, column: storage.column as ComparedField["column"] }]
        : [];
    };
    const [variant] = compared(declared.variant);
    const same = declared.same.flatMap(compared);
    if (!variant || same.length < declared.same.length) return [];
    const hasChassis = source.fields.chassis !== undefined;
    const { row } = source;
    return [{ row, coming: from, past: to, variant, same, hasChassis }];
  });

/** Returns the stored numbers of fields; null unless the lot has all of them. */
export function storedNumbers(
  stored: LotRow,
  fields: readonly ComparedField[],
): number[] | null {
  const values = fields.map(({ column }) => stored[column]);
  return values.every((value) => typeof value === "number") ? values : null;
}

/** A lot as a list shows it. The id is always known. */
export type ShownLot = Row & { id: string };

/** Returns whether the viewer may see a list of the area. */
export const seesArea = (
  { workspace }: Pick<Catalog["context"], "workspace">,
  area: LotArea,
  viewer: Viewer,
): boolean => listsOf(workspace, area, viewer).length > 0;

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
