/**
 * Characters that begin a formula in a spreadsheet, with their full-width
 * forms, and white space that it skips before one.
 */
const beginsFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * Returns the text so that no spreadsheet runs it as a formula: an apostrophe
 * precedes it if needed.
 */
export const inertText = (text: string): string =>
  beginsFormula.test(text) ? `'${text}` : text;
