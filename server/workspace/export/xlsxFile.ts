import { escapeHtml } from "../../platform/escapeHtml";
import {
  inertText,
  type Cell,
  type FileColumn,
  type FileContent,
} from "./fileContent";
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

type Rows = AsyncIterable<readonly (readonly Cell[])[]>;

/** The length limit of a cell's text. */
const longestText = 32_767;
const millisecondsOfDay = 86_400_000;
/**
 * The spreadsheet's number for 1970-01-01. It counts days from the end of 1899.
 */
const firstDayOf1970 = 25_569;

/** Yields the XML of a sheet with a bold, frozen heading and the rows. */
async function* sheetXml(
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

/** Indexes of the cell formats in `styles.xml`. */
const cellStyles = { plain: 0, heading: 1, moment: 2, day: 3 } as const;

const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`;
const types = "http://schemas.openxmlformats.org/package/2006/content-types";
const links = "http://schemas.openxmlformats.org/package/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office =
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const stylesXml = `${declaration}
<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Returns the path of a sheet's file; `place` starts at 1. */
const sheetPart = (place: number): string => `xl/worksheets/sheet${place}.xml`;

/** Returns the files of a workbook beside its sheets, with their paths. */
function workbookParts(sheetNames: readonly string[]): [string, string][] {
  const places = sheetNames.map((_name, index) => index + 1);
  const overrides = [
    ["xl/workbook.xml", `${sheetType}.sheet.main+xml`],
    ["xl/styles.xml", `${sheetType}.styles+xml`],
    ...places.map((place) => [sheetPart(place), `${sheetType}.worksheet+xml`]),
  ].map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`,
  );
  const sheets = sheetNames.map(
    (name, index) =>
      `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="sheet${index + 1}"/>`,
  );
  const relations = [
    `<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/>`,
    ...places.map(
      (place) =>
        `<Relationship Id="sheet${place}" Type="${office}/worksheet" Target="worksheets/sheet${place}.xml"/>`,
    ),
  ];
  return [
    [
      "[Content_Types].xml",
      `${declaration}
<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`,
    ],
    [
      "_rels/.rels",
      `${declaration}
<Relationships xmlns="${links}"><Relationship Id="workbook" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${declaration}
<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${declaration}
<Relationships xmlns="${links}">${relations.join("")}</Relationships>`,
    ],
    ["xl/styles.xml", stylesXml],
  ];
}

/** Characters that XML does not allow, including lone surrogates. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

/**
 * Escapes a text for an element or attribute of a spreadsheet. Spreadsheets
 * read `_x0041_` as an escaped character, so the underscore of such a text is
 * escaped.
 */
const xmlText = (text: string): string =>
  escapeHtml(
    text.replace(forbidden, "").replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_"),
  );
