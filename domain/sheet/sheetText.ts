/**
 * Returns a text of an auction sheet as the rules compare it: half-width
 * katakana become full-width, full-width letters and digits become ASCII, and
 * each run of spaces becomes one space.
 */
export const foldSheetText = (text: string): string =>
  text.normalize("NFKC").replace(/\s+/g, " ").trim();
