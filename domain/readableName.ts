/** Three letters that form a word, such as FIT, unlike BMW and GLA. */
const shortWord = /^[^AEIOUY][AEIOUY][^AEIOUY]$/;

const isWord = (letters: string) =>
  letters.length > 3 || shortWord.test(letters);

/**
 * Returns a name in capitals in normal case: `TOYOTA LAND CRUISER` becomes
 * `Toyota Land Cruiser`. Codes (`CX-5`, `BMW`, `4WD`) and names with lower-case
 * letters stay unchanged.
 */
export const readableName = (name: string): string =>
  name.replace(/[\p{L}\p{N}]+/gu, (part) =>
    /^[A-Z]+$/.test(part) && isWord(part)
      ? part.charAt(0) + part.slice(1).toLowerCase()
      : part,
  );
