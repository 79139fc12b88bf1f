import type { FeedSettings } from "../platform/feedSettings";
import { FeedError } from "./feedError";
import type { FeedArea, FeedMapping } from "./feedMapping";
import { fillIn, placeholdersOf } from "./fillIn";

export type PagePlace = { page: number; offset: number; size: number };

/** Where the pages of a feed are. */
export type FeedAddress = {
  isPaged: boolean;
  at: (place: PagePlace) => {
    url: URL;
    headers: Readonly<Record<string, string>>;
  };
  /** The text without anything secret of the address. */
  hide: (text: string) => string;
};

const namesOfPage = ["page", "offset"];
const shortestSecret = 4;

/**
 * The address of a feed, completed by what its mapping says of the download;
 * parameters it already has stay as they are. What would need a key that is
 * not set is left out. Throws FeedError when the mapping has nothing for the
 * area.
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
          `The mapping's download says no "${name}" for the area ${area}`,
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

  const secrets = [key, base.password, ...base.searchParams.values()]
    .flatMap((text) => [text, encodeURIComponent(text)])
    .filter((text) => text.length >= shortestSecret);
  return {
    isPaged: names.some((name) => namesOfPage.includes(name)),
    at,
    hide: (text) =>
      secrets.reduce((shown, secret) => shown.replaceAll(secret, "…"), text),
  };
}
