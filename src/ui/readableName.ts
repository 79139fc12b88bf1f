/** Three letters that read as a word, such as FIT; BMW and GLA do not. */
const shortWord = /^[^AEIOUY][AEIOUY][^AEIOUY]$/;

const isWord = (letters: string) =>
  letters.length > 3 || shortWord.test(letters);

/**
 * A name that a feed writes in capitals, as people write it: `TOYOTA LAND
 * CRUISER` becomes `Toyota Land Cruiser`. Codes (`CX-5`, `BMW`, `4WD`) and what
 * is already written small stay as they are.
 */
export const readableName = (name: string): string =>
  name.replace(/[\p{L}\p{N}]+/gu, (part) =>
    /^[A-Z]+$/.test(part) && isWord(part)
      ? part.charAt(0) + part.slice(1).toLowerCase()
      : part,
  );
