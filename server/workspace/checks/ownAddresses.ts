/** First parts of addresses that no list has: pages and files of the program. */
export const ownPages: readonly string[] = [
  "api",
  "assets",
  "auth",
  "locales",
  "profile",
  "workspace",
];

/**
 * Calls that the program answers whatever is declared; `/*` is everything
 * below. A list's call there would keep the program from starting.
 */
export const ownCalls: readonly string[] = [
  "/auth",
  "/auth/*",
  "/bid/create",
  "/bid/group",
  "/bid/type",
  "/docs",
  "/docs/*",
  "/health",
  "/lists",
  "/lists/*",
  "/live",
  "/photos/*",
  "/ready",
  "/site/*",
  "/user/*",
  "/workspace",
  "/workspace/*",
];
