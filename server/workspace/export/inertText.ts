/**
 * What a spreadsheet takes for the beginning of a formula, wide forms among
 * it, and the white space that it skips before one.
 */
const beginsFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A text that no spreadsheet runs: one that would begin a formula stands
 * behind an apostrophe, as a person would type it.
 */
export const inertText = (text: string): string =>
  beginsFormula.test(text) ? `'${text}` : text;
