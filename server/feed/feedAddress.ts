import type { FeedSettings } from "../platform/feedSettings";
import { FeedError } from "./feedError";
import type { FeedArea, FeedMapping } from "./feedMapping";

export type PagePlace = { page: number; offset: number; size: number };

/** Makes the requests for the pages of a feed. */
export type FeedAddress = {
  isPaged: boolean;
  at: (place: PagePlace) => {
    url: URL;
    headers: Readonly<Record<string, string>>;
  };
  /** Replaces the key, password and query values of the address in a text. */
  hide: (text: string) => string;
};

const placeholder = /\{([a-z][A-Za-z0-9]*)\}/g;

/** Returns the names in braces. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = ""]) => name);

/** Replaces the names in braces by their values. */
export const fillIn = (
  text: string,
  valueOf: (name: string) => string,
): string => text.replace(placeholder, (_, name: string) => valueOf(name));

const shortestSecret = 4;

/** Makes a function that replaces secrets, also encoded ones, in a text. */
export function secretHider(
  secrets: readonly string[],
): (text: string) => string {
  const hidden = secrets
    .flatMap((text) => [text, encodeURIComponent(text)])
    .filter((text) => text.length >= shortestSecret);
  return (text) =>
    hidden.reduce((shown, secret) => shown.replaceAll(secret, "…"), text);
}

const pagePlaceholders = ["page", "offset"];

/**
 * Completes the address of a feed with the query and headers of its mapping.
 * Parameters of the address itself win. Parameters and headers that need an
 * unset key are left out. Throws FeedError when the mapping has no value for
 * the area.
 */
export function feedAddress({
  url,
  key = "",
  area,
  download = {},
}: {
  url: string;
  key?: FeedSettings["key"];
  area: FeedArea;
  download?: FeedMapping["download"];
}): FeedAddress {
  const base = new URL(url);
  const query = Object.entries(download.query ?? {}).filter(
    ([name]) => !base.searchParams.has(name),
  );
  const headers = Object.entries(download.headers ?? {});
  const isKnown = (text: string) =>
    key !== "" || !placeholdersOf(text).includes("key");
  const names = [...query, ...headers, ...base.searchParams].flatMap(
    ([, text]) => placeholdersOf(text),
  );

  const at = (place: PagePlace) => {
    const valueOf = (name: string): string => {
      if (name === "key") return key;
      const value =
        name in place
          ? place[name as keyof PagePlace]
          : download.values?.[name]?.[area];
      if (value === undefined)
        throw new FeedError(
          `The mapping's download has no value of "${name}" for the area ${area}`,
        );
      return String(value);
    };
    const filled = new URL(base);
    for (const [name, text] of [...base.searchParams, ...query])
      if (isKnown(text)) filled.searchParams.set(name, fillIn(text, valueOf));
    return {
      url: filled,
      headers: Object.fromEntries(
        headers
          .filter(([, text]) => isKnown(text))
          .map(([name, text]) => [name, fillIn(text, valueOf)]),
      ),
    };
  };

  return {
    isPaged: names.some((name) => pagePlaceholders.includes(name)),
    at,
    hide: secretHider([key, base.password, ...base.searchParams.values()]),
  };
}
