/** Returns the same for texts that differ in case or white space only. */
export const comparable = (text: string): string =>
  text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
