/** The operator's settings for fetching a feed. */
export type FeedSettings = {
  /** An http or https address. */
  url?: string;
  /** The API key; sent to the provider only. */
  key?: string;
  /** The API key of the source of extra photos, if that is another host. */
  imagesKey?: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

const setting = /^FEED_[A-Z0-9_]+_(URL|KEY)$/;
const longestKey = 500;

const feedVariable = (feed: string, part: "URL" | "KEY" | "IMAGES_KEY") =>
  `FEED_${feed.replaceAll("-", "_").toUpperCase()}_${part}`;

/** Returns the variables of a feed; `my-feed` has `FEED_MY_FEED_URL`. */
export const feedVariables = (feed: string) => ({
  url: feedVariable(feed, "URL"),
  key: feedVariable(feed, "KEY"),
  imagesKey: feedVariable(feed, "IMAGES_KEY"),
});

/** Returns the settings of a feed; an empty variable counts as unset. */
export function readFeedSettings(
  environment: Environment,
  feed: string,
): FeedSettings {
  const { url, key, imagesKey } = feedVariables(feed);
  return {
    url: environment[url]?.trim() || undefined,
    key: environment[key]?.trim() || undefined,
    imagesKey: environment[imagesKey]?.trim() || undefined,
  };
}

/** Returns a line for each invalid feed setting, without its value. */
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

/** Whether text is an http or https address. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text);
