import type { Viewer } from "../../../domain/access";
import { japanDay } from "../../../domain/japanTime";
import type { Language } from "../../../domain/limits";
import type { ExportFormat } from "../../../domain/listing/querySchema";
import type { Resource } from "../../../domain/resource";
import type { Context } from "../context";
import {
  parseListCall,
  readRows,
  type ComputeFields,
  type ListingReader,
} from "../listing";
import { readComputed } from "../computed/readComputed";
import type { IdList } from "../listing/query/listingIndex";
import { exportColumns, wordingIn, type ExportColumn } from "./exportColumns";
import { csvFile, type Cell } from "./fileContent";
import { xlsxFile } from "./xlsxFile";

/** A declared list and the reader of its rows. */
export type ExportedList = {
  resource: Resource;
  reader: ListingReader;
  computeFields?: ComputeFields;
};

type ExportAsked = {
  viewer: Viewer;
  language: Language;
  /** The query of the list call, with `format` and optionally `columns`. */
  query: Record<string, string>;
};

type ExportFile = {
  name: string;
  /**
   * Finds the rows and returns the bytes, which are produced as they are read.
   */
  open(): Promise<AsyncIterable<string | Uint8Array>>;
};

/** The number of rows that one statement reads. */
const rowsAtOnce = 500;

/**
 * Returns all rows that a call matches as a file, in the order and with the
 * columns that its viewer sees. One statement finds all ids, so that no row is
 * repeated or skipped. Rows deleted before they are read are left out. Throws
 * forbidden and invalid_request.
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
  const wording = wordingIn(context.messages, language);
  const columns = exportColumns({
    ...call,
    declared,
    language,
    wording,
    columns: wanted,
  });
  const title = wording(`resources.${declared.name}.title`, declared.name);
  return {
    name: fileName(context, declared, format as ExportFormat),
    open: async () => {
      const { index, source } = list.reader;
      const ids = await index.all({ ...call, source }, call.state.sort);
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
  { reader, computeFields }: ExportedList,
  { columns, ids, ...call }: Wanted,
): AsyncGenerator<Cell[][]> {
  const { resource, viewer } = call;
  const fields = [
    ...new Set([
      resource.key,
      ...columns.flatMap(({ field, reads }) => [field, ...reads]),
    ]),
  ];
  // Exports are not under the time limits of requests.
  const source = { ...reader, database: { kysely: database.longRunning } };
  for (const portion of ids.portions(rowsAtOnce)) {
    const rows = await readRows(source, { ...call, ids: portion, fields });
    const ids = rows.map((row) => String(row[resource.key]));
    const computed = await computeFields?.(ids, { viewer, fields });
    const sums = await readComputed(source, { ...call, fields }, { ids });
    rows.forEach((row, place) =>
      Object.assign(row, computed?.[place], sums[place]),
    );
    yield rows.map((row) =>
      columns.map(({ field, write }) => write(row[field], row)),
    );
  }
}

/**
 * Returns a name such as `car-auctions-2026-11-21.csv`: English title and day
 * in Japan.
 */
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
