import type { Viewer } from "../../../domain/access";
import { japanDay } from "../../../domain/japanTime";
import type { Language } from "../../../domain/limits";
import type { ExportFormat } from "../../../domain/listing/exportFormat";
import type { Resource } from "../../../domain/resource";
import type { Context } from "../context";
import { parseListCall, readRows, type ListingReader } from "../listing";
import type { IdList } from "../listing/idList";
import type { Row } from "../listing/readRows";
import type { Cell } from "./cell";
import type { Wording } from "./cellOf";
import { csvFile } from "./csvFile";
import { exportColumns, type ExportColumn } from "./exportColumns";
import { xlsxFile } from "./xlsxFile";

/** A declared list that leaves as a file, and what its rows come from. */
export type ExportedList = {
  resource: Resource;
  reader: ListingReader;
  /** Adds the computed fields, which the table does not hold, to the rows. */
  addComputedFields?: (
    rows: Row[],
    request: { viewer: Viewer; fields: readonly string[] },
  ) => Promise<void>;
};

export type ExportAsked = {
  viewer: Viewer;
  language: Language;
  /** The query of the list call, with `format` and perhaps `columns`. */
  query: Record<string, string>;
};

export type ExportFile = {
  name: string;
  /** Finds the rows; then gives the bytes as fast as they are taken. */
  open(): Promise<AsyncIterable<string | Uint8Array>>;
};

/** Rows read by one statement. */
const rowsAtOnce = 500;

/**
 * The whole list that a call asks for, as a file: the rows, order and columns
 * that its viewer sees on all pages together. The ids are found by one
 * statement, so that no row comes twice or is passed over; one that is gone by
 * the time it is read is left out. Throws forbidden and invalid_request.
 */
export function exportList(
  context: Context,
  list: ExportedList,
  asked: ExportAsked,
): ExportFile {
  const { language } = asked;
  const { format, columns: wanted, ...query } = asked.query;
  const declared = list.resource;
  const call = parseListCall({
    ...context,
    ...asked,
    resource: declared,
    query,
  });
  const { messages } = context;
  const wording: Wording = (key, otherwise) =>
    messages.has(language, key) ? messages.translate(language, key) : otherwise;
  const columns = exportColumns({
    ...call,
    declared,
    wording,
    columns: wanted,
  });
  const title = wording(`resources.${declared.name}.title`, declared.name);
  return {
    name: fileName(context, declared, format as ExportFormat),
    open: async () => {
      const ids = await list.reader.index.all(call);
      const rows = cellsOf(context, list, { ...call, columns, ids });
      return format === "xlsx"
        ? xlsxFile({ title, columns, rowCount: ids.count, rows })
        : csvFile({ columns, rows });
    },
  };
}

type Wanted = ReturnType<typeof parseListCall> & {
  columns: readonly ExportColumn[];
  ids: IdList;
};

async function* cellsOf(
  { database }: Context,
  { reader, addComputedFields }: ExportedList,
  { columns, ids, ...call }: Wanted,
): AsyncGenerator<Cell[][]> {
  const { resource, viewer } = call;
  const fields = [
    ...new Set([resource.key, ...columns.map(({ field }) => field)]),
  ];
  // A file may take its time: it is not under the limits of a page.
  const source = { ...reader, database: { kysely: database.longRunning } };
  for (const portion of ids.portions(rowsAtOnce)) {
    const rows = await readRows(source, { ...call, ids: portion, fields });
    await addComputedFields?.(rows, { viewer, fields });
    yield rows.map((row) =>
      columns.map(({ field, write }) => write(row[field])),
    );
  }
}

/** `car-auctions-2026-11-21.csv`: the English title, and the day in Japan. */
function fileName(
  { messages, clock }: Context,
  { name }: Resource,
  format: ExportFormat,
): string {
  const key = `resources.${name}.title`;
  const title = messages.has("en", key) ? messages.translate("en", key) : "";
  const dictionaries = title.toLowerCase().match(/[a-z0-9]+/g) ?? [name];
  return `${dictionaries.join("-").slice(0, 60)}-${japanDay(clock.now())}.${format}`;
}
