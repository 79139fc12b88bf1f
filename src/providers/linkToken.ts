/**
 * Returns the token of a link in a mail, null without one, and removes it from
 * the address at once, so that it is neither shown nor sent on as a referrer. It
 * stays in the history entry, so that a reload of the page keeps it.
 */
export function takeLinkToken(): string | null {
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  const token = query.get("token");
  if (token === null) {
    const state: unknown = history.state;
    return isTokenState(state) ? state.linkToken : null;
  }
  query.delete("token");
  const rest = query.size > 0 ? `?${query.toString()}` : "";
  history.replaceState({ linkToken: token }, "", `${pathname}${rest}`);
  return token;
}

const isTokenState = (state: unknown): state is { linkToken: string } =>
  typeof state === "object" &&
  state !== null &&
  "linkToken" in state &&
  typeof state.linkToken === "string";
