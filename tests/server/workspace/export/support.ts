import { strFromU8, unzipSync } from "fflate";
import { SaxesParser, type SaxesTagPlain } from "saxes";

/** The rows of a CSV file: quotes, doubled quotes and line breaks in them. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length;) {
    cell.lastIndex = at;
    const found = cell.exec(text);
    if (!found) throw new Error(`No CSV at ${at}: ${text.slice(at, at + 40)}`);
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    at = cell.lastIndex;
    if (found[3] === "\r\n" && at < text.length) rows.push([]);
  }
  return rows;
}

type SheetCell = { style: number; value: string | number };
type Sheet = { name: string; xml: string; rows: Record<string, SheetCell>[] };

/** A workbook's parts and sheets. Throws when a part is no sound XML. */
export function readXlsx(bytes: Uint8Array): {
  parts: Record<string, string>;
  sheets: Sheet[];
} {
  const parts = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, part]) => [
      name,
      strFromU8(part),
    ]),
  );
  for (const xml of Object.values(parts)) walk(xml, () => undefined);
  const sheets: Sheet[] = [];
  walk(parts["xl/workbook.xml"] ?? "", ({ name, attributes }) => {
    if (name !== "sheet") return;
    const xml = parts[`xl/worksheets/sheet${sheets.length + 1}.xml`] ?? "";
    sheets.push({ name: attributes.name ?? "", xml, rows: rowsOf(xml) });
  });
  return { parts, sheets };
}

/** Tells of each element when it ends, with the text inside it. */
function walk(
  xml: string,
  onElement: (tag: SaxesTagPlain, text: string) => void,
): void {
  const parser = new SaxesParser();
  let text = "";
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => {
    if (name === "c" || name === "row") text = "";
  });
  parser.on("text", (some) => {
    text += some;
  });
  parser.on("closetag", (tag) => {
    onElement(tag, text);
  });
  parser.write(xml).close();
}

function rowsOf(xml: string): Sheet["rows"] {
  const rows: Sheet["rows"] = [];
  let row: Sheet["rows"][number] = {};
  walk(xml, ({ name, attributes }, text) => {
    if (name === "c")
      row[(attributes.r ?? "").replace(/\d+$/, "")] = {
        style: Number(attributes.s),
        value: attributes.t === "inlineStr" ? text : Number(text),
      };
    if (name !== "row") return;
    rows.push(row);
    row = {};
  });
  return rows;
}
