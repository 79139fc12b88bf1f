/**
 * Returns the locale key of a word of the data: upper and lower case are the same,
 * and so are spaces, dots and hyphens.
 *
 * @example vocabularyKey("color", "P.WHITE") // "vocabularies.color.p white"
 */
export const vocabularyKey = (vocabulary: string, word: string): string =>
  `vocabularies.${vocabulary}.${word
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()}`;
