/** The constants of the business and the waiting times of the interface. */

/** Yen between two possible bids. */
export const bidIncrement = 5000;
/** The largest amount that the database keeps, in yen. */
export const largestAmount = 2_147_483_647;
export const minutesBeforeAuctionToBid = 30;
export const cancelDeadlineHours = 2;
/** Within this many minutes of its auction a lot is in its last hour. */
export const lastHourMinutes = 60;

export const defaultPageSize = 20;
export const largestPage = 1_000_000;
/** Opened rows that are remembered. */
export const visitedRows = 20;
/** From this many choices on, a select can be searched. */
export const searchableChoices = 10;
export const shownTags = 5;
export const badgeCount = 99;
/** Of one user and type. */
export const mostSavedSearches = 10;
/** In characters. */
export const longestSavedTitle = 100;
/** Parts of a saved search that its summary names. */
export const savedSummaryParts = 10;

export const languages = { en: 692, ru: 693 } as const;
export type Language = keyof typeof languages;

/** Milliseconds of waiting before typed things act. */
export const debounce = {
  filter: 1500,
  quickSearch: 1500,
  quickSearchPhone: 700,
  model: 700,
  date: 700,
  listingDate: 500,
  lotSearch: 700,
  selection: 500,
  userSearch: 300,
  optionSearch: 300,
  autoBid: 400,
  notification: 400,
  skeleton: 150,
} as const;
