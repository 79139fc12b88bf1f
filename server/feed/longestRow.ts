/** Characters a row of a feed may have; more is a text that lost its end. */
export const longestRow = 1_000_000;
