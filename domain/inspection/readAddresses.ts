import { splitEntries } from "./text";

/** The origin against which paths of this site are checked. */
const ownSite = "https://site.invalid";

/** Whether a browser may open an address: http, https or a path of this site. */
function isWebAddress(text: string): boolean {
  if (/\s/u.test(text) || !URL.canParse(text, ownSite)) return false;
  const url = new URL(text, ownSite);
  if (!["http:", "https:"].includes(url.protocol)) return false;
  return text.startsWith("/")
    ? url.origin === ownSite
    : /^https?:\/\//iu.test(text);
}

/**
 * Reads addresses of videos or photos that are joined by `#`. Each address is
 * returned once. `unread` has the texts that are no http or https address and no
 * path of this site.
 *
 * @example readAddresses("https://a/1.mp4#javascript:x") // one address, one unread
 */
export function readAddresses(value: unknown): {
  addresses: string[];
  unread: string[];
} {
  const texts = [...new Set(splitEntries(value))];
  return {
    addresses: texts.filter(isWebAddress),
    unread: texts.filter((text) => !isWebAddress(text)),
  };
}
