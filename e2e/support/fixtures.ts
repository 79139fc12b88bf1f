import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect } from "@playwright/test";
import type { BrowserContext, Cookie, Page } from "@playwright/test";
import { startServer, type RunningServer } from "./server";

export { expect };

const password = "seriba-demo";

export type Account = "client" | "dealer" | "manager" | "restricted" | "admin";

export type Look = { theme: "light" | "dark"; language: "en" | "ru" };

/**
 * Two looks that show both themes and both languages. Phones show the dark
 * Russian look only, where texts are longest.
 */
export const looks: readonly (Look & { tag: string[] })[] = [
  { theme: "light", language: "en", tag: [] },
  { theme: "dark", language: "ru", tag: ["@phone"] },
];

const appUrl = () => {
  const url = process.env.APP_URL;
  if (!url) throw new Error("The fixture `server` sets APP_URL.");
  return url;
};

/** The header that every write needs: the origin of the server's own pages. */
export const ownOrigin = () => ({ Origin: new URL(appUrl()).origin });

/** Chrome's warning after some seconds, which pass on a busy machine. */
const slowUse = /was preloaded using link preload but not used within/;
/** Only the tests without a connection let pages have their service worker. */
const noWorker = /Service Worker registration blocked by Playwright/;

/** Collects the console errors and warnings of all pages of a context. */
const listen = (context: BrowserContext, expected: RegExp) => {
  const complaints: string[] = [];
  const note = (complaint: string, url = "") => {
    const isKnown = [expected, slowUse, noWorker].some((known) =>
      known.test(complaint),
    );
    if (!isKnown) complaints.push(`${complaint} ${url}`.trim());
  };
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      note(`${message.type()}: ${message.text()}`, message.location().url);
    }
  });
  context.on("weberror", (webError) => {
    note(webError.error().message);
  });
  return complaints;
};

const nothing = /(?!)/;

/** The complaints that the worker's earlier test expected. They may arrive after its end. */
let expectedBefore = nothing;

/** Expects that the server has logged nothing since the last call but `expected`. */
const expectSilence = (server: RunningServer, expected = nothing) => {
  const complaints = server
    .takeComplaints()
    .filter((line) => !expected.test(line) && !expectedBefore.test(line));
  expectedBefore = expected;
  expect(complaints, "the log of the server stays silent").toEqual([]);
};

type Fixtures = {
  /** Console messages that a test provokes, such as the browser's log of a 422. */
  expectedComplaints: RegExp;
  /** Warnings and errors of the server's log that a test provokes. */
  expectedServerComplaints: RegExp;
  /** Fails the test if the server logs another warning or error. */
  silentServer: undefined;
};

type WorkerFixtures = {
  runningServer: RunningServer;
  /** The address of the worker's own server. */
  server: string;
};

/**
 * Playwright's test over a server of the worker. It also fails when one of its
 * pages throws or writes an error or a warning to the console, or the server to
 * its log.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  runningServer: [
    // Playwright accepts only a destructured first argument.
    async ({ playwright: _playwright }, use) => {
      const prepared = process.env.E2E_PREPARED;
      if (!prepared) throw new Error("The global setup sets E2E_PREPARED.");
      const server = await startServer(prepared);
      process.env.APP_URL = server.url;
      process.env.APP_ROOT = server.root;
      await use(server);
      await server.stop();
      expectSilence(server);
    },
    { scope: "worker", auto: true, timeout: 180_000 },
  ],
  server: [
    ({ runningServer }, use) => use(runningServer.url),
    { scope: "worker" },
  ],
  baseURL: ({ server }, use) => use(server),
  expectedComplaints: [nothing, { option: true }],
  expectedServerComplaints: [nothing, { option: true }],
  silentServer: [
    async ({ runningServer, expectedServerComplaints }, use) => {
      await use(undefined);
      expectSilence(runningServer, expectedServerComplaints);
    },
    { auto: true },
  ],
  context: async ({ context, expectedComplaints }, use) => {
    const complaints = listen(context, expectedComplaints);
    await use(context);
    expect(complaints, "the browser console stays silent").toEqual([]);
  },
});

/** Resets the list preferences of the signed-in user; returns false without a session. */
const forgetPreferences = async (page: Page, url: string) => {
  const address = new URL("/api/user/preferences", url).href;
  const reply = await page.request.get(address);
  if (reply.status() === 401) return false;
  const { preferences } = (await reply.json()) as {
    preferences: { key: string }[];
  };
  for (const { key } of preferences)
    await page.request.put(address, {
      data: { key, value: {} },
      headers: ownOrigin(),
    });
  return true;
};

/** Returns whether no cookie ends within the longest test, which would log a refusal. */
const outlastsTest = (cookies: readonly Cookie[]): boolean =>
  cookies.every(
    ({ expires }) => expires === -1 || expires * 1_000 > Date.now() + 180_000,
  );

/** The session cookies of each account on the worker's server. */
const sessions = new Map<Account, Cookie[]>();

/**
 * Signs in as a demo account, once for all tests of a worker, resets the list
 * preferences of the account and opens the path, if there is one.
 */
export const signIn = async (page: Page, account: Account, path?: string) => {
  const url = appUrl();
  // The calls of an open page would go on as the other account.
  if (path) await page.goto("about:blank");
  const known = sessions.get(account);
  const cookies = known && outlastsTest(known) ? known : undefined;
  if (cookies) await page.context().addCookies(cookies);
  // In a slow run the token of the first sign-in expires.
  if (!cookies || !(await forgetPreferences(page, url))) {
    const reply = await page.request.post(new URL("/api/auth", url).href, {
      data: { email: `${account}@seriba.test`, password },
      headers: ownOrigin(),
    });
    expect(reply.ok(), `${account} can sign in`).toBe(true);
    sessions.set(account, await page.context().cookies());
    await forgetPreferences(page, url);
  }
  if (path) await page.goto(path);
};

/** Expects that axe finds no violation of WCAG 2.2 A and AA in the part. */
export const expectAccessible = async (page: Page, part = "html") => {
  // The legacy mode opens no further page; our frames have the same origin.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .include(part)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}): ${target.join(" ")}`),
  );
  expect(found).toEqual([]);
};

/** Opens a path in a theme and language, which later paths keep. */
export const openIn = async (
  page: Page,
  { theme, language }: Look,
  path: string,
) => {
  await page.addInitScript({
    content:
      `localStorage.setItem("seriba.theme", "${theme}");` +
      `localStorage.setItem("seriba.language", "${language}");`,
  });
  await page.goto(path);
  const root = page.locator("html");
  await expect(root).toHaveAttribute("lang", language);
  await expect(root).toHaveAttribute("data-theme", theme);
};
