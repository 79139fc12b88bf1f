import { isAllowed, hasFlag, type Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import type { Resource, RowSchema } from "../../../domain/resource";
import { lotName, sharedRow } from "../../../domain/sharedLot";
import type { SharedLotReply } from "../../../generated/schemas";
import { findViewer } from "../../identity";
import type { Context } from "../../workspace/context";
import { readRows, visibleListing, type Row } from "../../workspace/listing";
import type { FindLists } from "../../workspace/lists";
import type { CatalogPorts } from "../catalog";
import { areasOf } from "../lotKinds";
import { lotSheet } from "../sheet/lotSheet";
import { translateSheet } from "../sheet/translateSheet";
import { findShare, type LotShare } from "./lotShares";

export type ShareContext = Pick<
  Context,
  "log" | "database" | "clock" | "config" | "schemas" | "workspace"
> & {
  findLists: FindLists;
};

/** The part of a lot that strangers see. */
export type SharedLot = {
  title: string;
  fields: Pick<RowSchema, "$id" | "properties">;
  row: Row;
};

/** A shared lot with what its sheet is made of; only `SharedLot` is sent. */
export type OpenedLot = SharedLot & {
  isSheetShared: boolean;
  /** All stored fields, including fields that strangers never see. */
  stored: Row;
  sharer: Viewer;
};

/** The field of a sheet's data. Strangers see the sheet that is made of it. */
const sheetField = "sheet";

/** Returns whether a viewer may share the lots of a list. */
export const mayShare = ({ access, calls }: Resource, viewer: Viewer) =>
  calls.share !== undefined &&
  isAllowed(access, viewer) &&
  isAllowed(calls.share.access, viewer);

/** Reads fields of a lot in the first of the lists that shows it to the viewer. */
export async function readListedLot(
  context: ShareContext,
  {
    lists,
    viewer,
    id,
    fieldsOf,
  }: {
    lists: readonly Resource[];
    viewer: Viewer;
    id: string;
    fieldsOf: (row: RowSchema) => readonly string[];
  },
): Promise<{ list: Resource; row: Row } | null> {
  for (const list of lists) {
    const reader = context.findLists(list.row)?.reader;
    if (!reader || !mayShare(list, viewer)) continue;
    const listing = visibleListing({ ...context, resource: list, viewer });
    const fields = fieldsOf(listing.row);
    const [row] = await readRows(reader, { ...listing, ids: [id], fields });
    if (row) return { list, row };
  }
  return null;
}

/**
 * Returns the shared fields of a lot, wherever in its kind it is now; null if the
 * lot is gone or the sharer may not share it any more. The fields are the same for
 * all sharers: the sharer's rights only decide whether there is a lot.
 */
export async function readSharedLot(
  context: ShareContext,
  { sharerId, kind, lotId }: Pick<LotShare, "sharerId" | "kind" | "lotId">,
): Promise<OpenedLot | null> {
  const { database, schemas, workspace } = context;
  const viewer = await findViewer(database.kysely, sharerId);
  if (!viewer) return null;
  const areas: readonly (string | undefined)[] = areasOf(kind);
  const found = await readListedLot(context, {
    lists: workspace
      .resources()
      .filter(({ pageType }) => areas.includes(pageType)),
    viewer,
    id: lotId,
    fieldsOf: (row) => Object.keys(row.properties),
  });
  if (!found) return null;
  const stored = found.row;
  const { $id, properties } = sharedRow(schemas.row(found.list.row));
  const { [sheetField]: sheet, ...shown } = properties;
  const row = Object.fromEntries(
    Object.entries(stored).filter(([name]) => Object.hasOwn(shown, name)),
  );
  return {
    title: lotName(row),
    fields: { $id, properties: shown },
    row,
    isSheetShared: sheet !== undefined,
    stored,
    sharer: viewer,
  };
}

/** Returns the lot of an unexpired link, without asking for the code; null for an unknown or expired link. */
export async function findSharedLot(
  context: ShareContext,
  id: string,
): Promise<SharedLot | null> {
  const now = context.clock.now();
  const share = await findShare(context.database, { id, now });
  return share && readSharedLot(context, share);
}

/** Rows that identify the vehicle or its former owner. */
const privateRows: readonly string[] = ["chassisNo", "plate"];

/**
 * Returns the auction sheet of a shared lot in the reader's language, if the field of
 * the sheet is shared. Rows that repeat a field which is not shared, the chassis number
 * and the number plate are empty. It is translated if its sharer may see translations.
 */
export function sharedSheet(
  {
    schemas,
    messages,
    ports,
  }: Pick<Context, "schemas" | "messages"> & { ports: CatalogPorts },
  { isSheetShared, row, stored, sharer }: OpenedLot,
  language: Language,
): Pick<SharedLotReply, "sheet" | "translation"> {
  const whole = isSheetShared
    ? lotSheet({ schemas, ports }, { stored, row }, language)
    : null;
  if (!whole) return { sheet: null, translation: null };
  const rows = whole.rows.map((line) =>
    privateRows.includes(line.id) ? { ...line, text: "" } : line,
  );
  const sheet = { ...whole, rows };
  return {
    sheet,
    translation: hasFlag(sharer, "auctionTranslationUse")
      ? {
          success: true,
          rows: translateSheet(messages, sheet, language),
          image: null,
        }
      : null,
  };
}
