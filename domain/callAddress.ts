/**
 * Returns the address of a call below the base of the API. Server and browser
 * write it alike, so that the browser finds the replies that a page carries.
 *
 * @example callAddress("/auction/model", { id: "1" }) // "/auction/model?id=1"
 */
export const callAddress = (
  path: string,
  query: Record<string, string> | undefined,
): string =>
  query ? `${path}?${new URLSearchParams(query).toString()}` : path;
