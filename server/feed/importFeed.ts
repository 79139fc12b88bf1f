import { readMapping } from "./feedMapping";
import type { FeedInput } from "./feedText";
import type { ImportResult } from "./importResult";
import { importRows } from "./importRows";
import type { RowsImport } from "./importRows";
import { readRows } from "./readRows";

type FeedImport = Omit<RowsImport, "rows"> & { input: FeedInput };

/** Imports the text of a feed, in any format of its mapping: `importRows`. */
export async function importFeed({
  input,
  ...request
}: FeedImport): Promise<ImportResult> {
  const { context, feed } = request;
  const mapping = readMapping({ ...context, feed });
  const rows = readRows(input, {
    shape: mapping,
    encodings: { set: mapping.encoding },
  });
  return importRows({ ...request, rows });
}
