const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
/** Characters that no XML file may hold, halves of a pair among them. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

/**
 * A text inside an element or attribute of a spreadsheet's XML. `_x0041_` is
 * how such files write a character by number; a text that has it is kept.
 */
export const xmlText = (text: string): string =>
  text
    .replace(forbidden, "")
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[&<>"]/g, (character) => entities[character] ?? "");
