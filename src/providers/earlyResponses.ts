/** The responses that `boot.js` has asked for, by URL. */
declare global {
  var earlyResponses: Map<string, Promise<Response>> | undefined;
}

/** A response that is older than this is not shown. */
const lifetimeMs = 10_000;

const present = () =>
  performance.now() > lifetimeMs ? undefined : globalThis.earlyResponses;

/**
 * Returns the response to a first call of the page, which `boot.js` has sent while
 * the program was loading. Only the first caller gets it. Undefined for all
 * other calls and ten seconds after the page was opened.
 */
export function takeEarlyResponse(url: string): Promise<Response> | undefined {
  const response = present()?.get(url);
  globalThis.earlyResponses?.delete(url);
  return response;
}

/** Returns whether `takeEarlyResponse` would return a response. */
export const hasEarlyResponse = (url: string): boolean =>
  present()?.has(url) ?? false;

/** Drops all early responses: the next user must not see them. */
export function forgetEarlyResponses(): void {
  globalThis.earlyResponses?.clear();
}
