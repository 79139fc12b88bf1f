/** The first steps of addresses below which the server answers calls and serves files. */
export const ownFolders = ["api", "assets", "icons", "locales"] as const;

/**
 * The first steps of routes that no list or dashboard may have: the pages that the program has
 * by itself, and `ownFolders`. A test compares them with the tables of pages.
 */
export const ownPages: readonly string[] = [
  ...ownFolders,
  "about",
  "auth",
  "balance",
  "change-password",
  "compare",
  "how-to-buy",
  "info",
  "mails",
  "make-an-order",
  "profile",
  "quote",
  "receipts",
  "sso",
  "verify-email",
  "workspace",
];
