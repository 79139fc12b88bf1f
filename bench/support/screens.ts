import { setTimeout as pause } from "node:timers/promises";
import type {
  Browser,
  BrowserContext,
  CDPSession,
  Page,
} from "@playwright/test";
import { signIn } from "./program";

type Account = { email: string; password: string };

/** A screen to measure: its address and the elements that make it complete. */
export type Screen = {
  name: string;
  url: string;
  /** The account that is signed in; none on pages for visitors. */
  account?: Account;
  /** The selector of the elements to wait for, and how many of them. */
  shows: string;
  count: number;
};

/** Milliseconds from the start of the navigation, nodes, and bytes received. */
export type Start = { time: number; nodes: number; bytes: number };

const viewport = { width: 1440, height: 900 };

/**
 * Defines `whenShown`, which resolves with the page's clock when a test has come
 * true and the frame after it has been painted.
 */
const probe = `window.whenShown = (isShown) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("The screen does not appear.")), 60_000);
  const look = () => {
    if (!document.body || !isShown()) return requestAnimationFrame(look);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    });
  };
  look();
});`;

const shownScript = ({ shows, count }: Pick<Screen, "shows" | "count">) =>
  `whenShown(() => document.querySelectorAll(${JSON.stringify(shows)}).length >= ${count})`;

/** Opens a browser with an empty cache, signed in to the account of a screen. */
export async function newContext(
  browser: Browser,
  { url, account }: Pick<Screen, "url" | "account">,
  /** The address of the server that knows the account. */
  base: string,
): Promise<BrowserContext> {
  // Access tokens last 15 minutes, and a long run takes more.
  const cookie = account ? await signIn(base, account) : "";
  const context = await browser.newContext({
    viewport,
    locale: "en-US",
    reducedMotion: "reduce",
  });
  const cookies = cookie
    .split("; ")
    .filter(Boolean)
    .map((text) => {
      const [name = "", value = ""] = text.split("=");
      return { name, value, url: new URL(url).origin };
    });
  await context.addCookies(cookies);
  await context.addInitScript(probe);
  return context;
}

/** Opens a page whose processor is slowed down so many times. */
async function newPage(
  context: BrowserContext,
  slowdown: number,
): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return { page, session };
}

/**
 * Waits for the work after the first screen. The live stream stays open, so the
 * network is never idle.
 */
async function settle(page: Page): Promise<void> {
  await pause(500);
  await page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
}

/** Opens a screen in a new page of a browser context and measures its start. */
export async function measureStart(
  context: BrowserContext,
  screen: Screen,
  slowdown: number,
): Promise<Start> {
  const { page, session } = await newPage(context, slowdown);
  let bytes = 0;
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(screen.url, { waitUntil: "commit" });
  const time = await page.evaluate<number>(shownScript(screen));
  await settle(page);
  const nodes = await page.evaluate<number>(
    "document.querySelectorAll('*').length",
  );
  await page.close();
  return { time, nodes, bytes };
}

/**
 * Returns the milliseconds of each of so many changes of a list: from the click
 * until the first row is another one and the list is no longer loading.
 */
export async function measureChanges(
  context: BrowserContext,
  screen: Screen,
  change: { click: string; times: number; slowdown: number; first: string },
): Promise<number[]> {
  const { page } = await newPage(context, change.slowdown);
  const script = `(() => {
    const textOf = () => document.querySelector(${JSON.stringify(change.first)})?.textContent;
    const before = textOf();
    const start = performance.now();
    document.querySelector(${JSON.stringify(change.click)}).click();
    return whenShown(() => textOf() && textOf() !== before && !document.querySelector('[aria-busy=true], [role=progressbar]'))
      .then((end) => end - start);
  })()`;
  const times: number[] = [];
  for (let time = 0; time < change.times; time += 1) {
    // A list may have fewer pages than there are rounds.
    await page.goto(screen.url);
    await page.evaluate(shownScript(screen));
    await settle(page);
    times.push(await page.evaluate<number>(script));
  }
  await page.close();
  return times;
}
