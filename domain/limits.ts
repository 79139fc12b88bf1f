/** Limits of the business, and delays of the interface. */

/** Bids are multiples of this amount, in yen. */
export const bidIncrement = 5000;
/** The largest amount that the database can store, in yen. */
export const largestAmount = 2_147_483_647;
/** The usual deposit of an account that may not bid yet, in yen. */
export const defaultDeposit = 150_000;
export const minutesBeforeAuctionToBid = 30;
export const cancelDeadlineHours = 2;
/** A lot is in its last hour if its auction starts within these minutes. */
export const lastHourMinutes = 60;

/** Requests of one user for extra images of lots in a day. */
export const mostExtraImageRequests = 10;
/** Extra images arrive after about this time. */
export const extraImageSeconds = 30;

export const defaultPageSize = 20;
export const largestPage = 1_000_000;
/** The number of opened rows that a list remembers. */
export const visitedRows = 20;
/** A search for clients needs at least this many characters. */
export const clientSearchLength = 4;
/** A search for clients lists at most this many people. */
export const mostFoundClients = 10;
/** A select with more choices has a search. */
export const searchableChoices = 10;
/** An action changes at most this many selected rows, unless it declares another number. */
export const mostSelectedRows = 500;
/** A call for many rows has at most this many, unless the action declares another number. */
export const mostBulkRows = 50;
/** The largest table that an import takes. */
export const mostImportedRows = 20_000;
export const mostImportedBytes = 5_000_000;
export const mostImportColumns = 100;
/** The rows on a page of the preview of an import. */
export const importPageSize = 50;
export const shownTags = 5;
export const badgeCount = 99;
/** Limit for one user and one type of list. */
export const mostSavedSearches = 10;
/** In characters. */
export const longestSavedTitle = 100;
/** The number of filters that the summary of a saved search names. */
export const savedSummaryParts = 10;

export const languages = { en: 692, ru: 693 } as const;
export type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as readonly Language[];

/** Delays in milliseconds. Choices and switches of filters apply at once. */
export const debounce = {
  /** After the last key, before the text is searched or filtered for. */
  typed: 250,
  popover: 200,
  changeMark: 500,
  toggle: 400,
  chatClear: 100,
} as const;

/** Returns the language of an id (692 or 693), null for other ids. */
export function languageOf(id: number | null): Language | null {
  return languageNames.find((name) => languages[name] === id) ?? null;
}
