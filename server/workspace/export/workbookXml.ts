/** Indexes of the cell formats in `styles.xml`. */
export const cellStyles = { plain: 0, heading: 1, moment: 2, day: 3 } as const;

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
export const sheetPart = (place: number): string =>
  `xl/worksheets/sheet${place}.xml`;

/** Returns the files of a workbook beside its sheets, with their paths. */
export function workbookParts(
  sheetNames: readonly string[],
): [string, string][] {
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

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
/** Characters that XML does not allow, including lone surrogates. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

/**
 * Escapes a text for an element or attribute of a spreadsheet. Spreadsheets
 * read `_x0041_` as an escaped character, so the underscore of such a text is
 * escaped.
 */
export const xmlText = (text: string): string =>
  text
    .replace(forbidden, "")
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[&<>"]/g, (character) => entities[character] ?? "");
