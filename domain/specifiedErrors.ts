/**
 * The errors of the specification for which the program has a text, `errors.<code>` of the
 * locales. Other servers may return such a code without a message.
 */
export const specifiedErrors = [
  "invalid_credentials",
  "invalid_user",
  "insufficient_credit",
  "bidding_closed",
  "auction_finished",
  "bid_limit",
  "interrupted",
  "translator_failed",
] as const;
