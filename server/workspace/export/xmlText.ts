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
