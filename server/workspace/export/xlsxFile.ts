import type { Cell, FileContent } from "./cell";
import { sheetXml } from "./sheetXml";
import { sheetPart, workbookParts } from "./workbookXml";
import { zip, type ZipPart } from "./zip";

/** The largest number of rows of a sheet, without the heading. */
const rowsOfSheet = 1_048_575;
const longestSheetName = 31;

type Portion = readonly (readonly Cell[])[];

/** Yields a workbook. Rows above the limit of a sheet go to another sheet. */
export async function* xlsxFile(
  { title, columns, rowCount, rows }: FileContent,
  limit = rowsOfSheet,
): AsyncGenerator<Uint8Array> {
  const count = Math.max(1, Math.ceil(rowCount / limit));
  const names = Array.from({ length: count }, (_, index) =>
    sheetName(title, index + 1),
  );
  const take = cutter(rows, limit);
  const fixed: ZipPart[] = workbookParts(names).map(([name, xml]) => ({
    name,
    content: [xml],
  }));
  const sheets: ZipPart[] = names.map((_name, index) => ({
    name: sheetPart(index + 1),
    content: sheetXml(columns, take()),
  }));
  yield* zip([...fixed, ...sheets]);
}

/** Characters that a sheet's name may not have become spaces. */
function sheetName(title: string, place: number): string {
  const ending = place === 1 ? "" : ` ${place}`;
  const name = title
    .replace(/[[\]:*?/\\]|^'+|'+$/g, " ")
    .trim()
    .slice(0, longestSheetName - ending.length);
  return (name || "Sheet") + ending;
}

/**
 * Splits rows into sheets: each `take` yields the next `limit` rows. If it
 * stops early, the source is closed.
 */
function cutter(rows: AsyncIterable<Portion>, limit: number) {
  const source = rows[Symbol.asyncIterator]();
  let rest: Portion = [];
  return async function* take(): AsyncGenerator<Portion> {
    let room = limit;
    let hasEnded = false;
    try {
      while (room > 0) {
        if (rest.length === 0) {
          const next = await source.next();
          if (next.done) break;
          rest = next.value;
        }
        const portion = rest.slice(0, room);
        rest = rest.slice(room);
        room -= portion.length;
        yield portion;
      }
      hasEnded = true;
    } finally {
      if (!hasEnded) await source.return?.();
    }
  };
}
