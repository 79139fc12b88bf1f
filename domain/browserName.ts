/** Names in the order of the test: most browsers also contain the later names. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|Opera)\//],
  ["Yandex Browser", /\bYaBrowser\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ["Safari", /\bVersion\/\S+ .*Safari\//],
];

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ["iPad", /\biPad\b/],
  ["iPhone", /\biPhone\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/**
 * Returns the names of browser and system from the header User-Agent; null for those it
 * does not know. It only helps people to recognize their own devices.
 *
 * @example
 * describeBrowser(request.headers["user-agent"]); // { browser: "Chrome", system: "Windows" }
 */
export function describeBrowser(userAgent: string): {
  browser: string | null;
  system: string | null;
} {
  const nameIn = (names: typeof browsers) =>
    names.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
