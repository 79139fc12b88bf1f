/** Where a feed is fetched from, by the operator's settings. */
export type FeedSettings = {
  /** Its address, http or https. */
  url?: string;
  /** What the provider knows the operator by; told to nobody else. */
  key?: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

const setting = /^FEED_[A-Z0-9_]+_(URL|KEY)$/;
const longestKey = 500;

const feedVariable = (feed: string, part: "URL" | "KEY") =>
  `FEED_${feed.replaceAll("-", "_").toUpperCase()}_${part}`;

/** The variables of a feed: those of `stock-csv` are `FEED_STOCK_CSV_...`. */
export const feedVariables = (feed: string) => ({
  url: feedVariable(feed, "URL"),
  key: feedVariable(feed, "KEY"),
});

/** The settings of a feed; an empty one counts as not set. */
export function readFeedSettings(
  environment: Environment,
  feed: string,
): FeedSettings {
  const { url, key } = feedVariables(feed);
  return {
    url: environment[url]?.trim() || undefined,
    key: environment[key]?.trim() || undefined,
  };
}

/** What is wrong with the feeds' settings, a line each, never the value. */
export const feedSettingProblems = (environment: Environment): string[] =>
  Object.entries(environment).flatMap(([name, value]) => {
    const [, part] = setting.exec(name) ?? [];
    const text = value?.trim() ?? "";
    if (part === undefined || text === "") return [];
    if (part === "URL" && !isWebAddress(text))
      return [`Setting ${name} must be an http or https address`];
    return part === "KEY" && text.length > longestKey
      ? [`Setting ${name} must NOT have more than ${longestKey} characters`]
      : [];
  });

/** Whether the text is an address that feeds can be fetched from. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text);
