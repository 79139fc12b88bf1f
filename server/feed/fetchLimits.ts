/** How far a download goes before it is given up. */
export type FetchLimits = {
  /** Milliseconds until an answer begins. */
  answer: number;
  /** Milliseconds without a byte. */
  silence: number;
  /** Milliseconds for all of it. */
  whole: number;
  bytes: number;
  redirects: number;
  /** Tries in a row that bring nothing new. */
  tries: number;
  /** Milliseconds before the second try; doubled before each further one. */
  pause: number;
};

const second = 1000;

export const usualLimits: FetchLimits = {
  answer: 30 * second,
  silence: 30 * second,
  whole: 6 * 3600 * second,
  bytes: 8_000_000_000,
  redirects: 5,
  tries: 5,
  pause: second,
};

/** The longest pause before another try, whatever a provider asks for. */
export const longestPause = 60 * second;
