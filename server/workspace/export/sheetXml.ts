import { inertText, type Cell, type FileColumn } from "./cell";
import { cellStyles, xmlText } from "./workbookXml";

type Rows = AsyncIterable<readonly (readonly Cell[])[]>;

/** The length limit of a cell's text. */
const longestText = 32_767;
const millisecondsOfDay = 86_400_000;
/**
 * The spreadsheet's number for 1970-01-01. It counts days from the end of 1899.
 */
const firstDayOf1970 = 25_569;

/** Yields the XML of a sheet with a bold, frozen heading and the rows. */
export async function* sheetXml(
  columns: readonly FileColumn[],
  rows: Rows,
): AsyncGenerator<string> {
  const letters = columns.map((_column, index) => columnLetters(index));
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const heading = columns.map(({ label }) => label);
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData>${rowXml({ letters, place: 1, cells: heading, style: cellStyles.heading })}`;
  let place = 1;
  for await (const portion of rows)
    yield portion
      .map((cells) => rowXml({ letters, place: (place += 1), cells }))
      .join("");
  yield "</sheetData></worksheet>";
}

function rowXml({
  letters,
  place,
  cells,
  style = cellStyles.plain,
}: {
  letters: readonly string[];
  place: number;
  cells: readonly Cell[];
  style?: number;
}): string {
  const written = cells.map((cell, index) =>
    cellXml(`${letters[index] ?? ""}${place}`, cell, style),
  );
  return `<row r="${place}">${written.join("")}</row>`;
}

function cellXml(reference: string, cell: Cell, style: number): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "number")
    return `<c r="${reference}" s="${style}"><v>${cell}</v></c>`;
  if (typeof cell === "object") return timeXml(reference, cell.time);
  const text = xmlText(inertText(cell).slice(0, longestText));
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function timeXml(reference: string, time: string): string {
  const hasHours = time.length > 10;
  const milliseconds = Date.parse(
    hasHours ? `${time.replace(" ", "T")}Z` : time,
  );
  if (Number.isNaN(milliseconds))
    return cellXml(reference, time, cellStyles.plain);
  const style = hasHours ? cellStyles.moment : cellStyles.day;
  const days = milliseconds / millisecondsOfDay + firstDayOf1970;
  return `<c r="${reference}" s="${style}"><v>${days}</v></c>`;
}

/** Returns the name of a column by its index: A to Z, then AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
