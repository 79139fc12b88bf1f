/** The dashes that sources use between a letter or an item and its text. */
const dashes = "-\u2010-\u2015\u2212\uFF0D";

const leadingDash = new RegExp(`^\\s*[${dashes}]\\s*`, "u");
const anyDash = new RegExp(`[${dashes}]`, "u");
const dashesOnly = new RegExp(`^[${dashes}\\s]*$`, "u");

/** Returns the text after a dash at its start, null if it starts with none. */
export const afterDash = (text: string): string | null =>
  leadingDash.test(text) ? text.replace(leadingDash, "").trim() : null;

/** Returns the index of the first dash of any kind, -1 without one. */
export const indexOfDash = (text: string): number => text.search(anyDash);

/** Whether a text is empty or a filler of dashes. */
export const isFiller = (text: string): boolean => dashesOnly.test(text);

/**
 * Splits texts that are joined by `#`, also by a full-width one or by line breaks.
 * Empty entries are dropped. A list is split entry by entry; other values and
 * entries that are no text are dropped.
 */
export const splitEntries = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((entry) => typeof entry === "string")
    .flatMap((text) => text.split(/[#＃\r\n]/u))
    .map((text) => text.trim())
    .filter((text) => text !== "");
