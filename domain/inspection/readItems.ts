import { afterDash, splitEntries } from "./text";

/** An item of the inspection sheet: `A-Engine noise: OK`. */
export type LetteredItem = {
  /** A to Z; null if the text does not begin with a letter and a dash. */
  letter: string | null;
  /** The whole text for an item without a letter. */
  text: string;
};

/**
 * Reads the lettered items of the inspection sheet, which are joined by `#`. Any
 * kind of dash, full-width letters and lower case are accepted. Other texts are
 * returned without a letter.
 */
export const readItems = (list: unknown): LetteredItem[] =>
  splitEntries(list).map((entry) => {
    const letter = entry.slice(0, 1).normalize("NFKC").toUpperCase();
    const text = afterDash(entry.slice(1));
    return /^[A-Z]$/u.test(letter) && text !== null
      ? { letter, text }
      : { letter: null, text: entry };
  });
