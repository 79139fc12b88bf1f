import type { Cell, FileContent } from "./cell";
import { sheetXml } from "./sheetXml";
import { sheetPart, workbookParts } from "./workbookXml";
import { zip, type ZipPart } from "./zip";

/** The most rows of a sheet beside its heading. */
const rowsOfSheet = 1_048_575;
const longestSheetName = 31;

type Portion = readonly (readonly Cell[])[];

/** The bytes of a workbook; rows beyond what one sheet holds get another. */
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

/** What may not be in a sheet's name, or at its ends, becomes a space. */
function sheetName(title: string, place: number): string {
  const ending = place === 1 ? "" : ` ${place}`;
  const name = title
    .replace(/[[\]:*?/\\]|^'+|'+$/g, " ")
    .trim()
    .slice(0, longestSheetName - ending.length);
  return (name || "Sheet") + ending;
}

/**
 * Cuts rows for sheets: each `take` gives the next `limit` of them. The taker
 * of the last ones gives the source up when it stops early.
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
        const some = rest.slice(0, room);
        rest = rest.slice(room);
        room -= some.length;
        yield some;
      }
      hasEnded = true;
    } finally {
      if (!hasEnded) await source.return?.();
    }
  };
}
