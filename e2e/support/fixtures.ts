import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect } from "@playwright/test";
import type { BrowserContext, Page } from "@playwright/test";
import { startServer } from "./server";

export { expect };

const password = "seriba-demo";

export type Account = "client" | "dealer" | "manager" | "restricted" | "admin";

export type Look = { theme: "light" | "dark"; language: "en" | "ru" };

/** Both themes in both languages. */
export const looks: readonly Look[] = [
  { theme: "light", language: "en" },
  { theme: "dark", language: "en" },
  { theme: "light", language: "ru" },
  { theme: "dark", language: "ru" },
];

const appUrl = () => {
  const url = process.env.APP_URL;
  if (!url) throw new Error("The fixture `server` sets APP_URL.");
  return url;
};

/** Collects the console errors and warnings of all pages of a context. */
const listen = (context: BrowserContext, expected: RegExp) => {
  const complaints: string[] = [];
  const note = (complaint: string) => {
    if (!expected.test(complaint)) complaints.push(complaint);
  };
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      note(`${message.type()}: ${message.text()}`);
    }
  });
  context.on("weberror", (webError) => {
    note(webError.error().message);
  });
  return complaints;
};

type Fixtures = {
  /** Console messages that a test provokes, such as the browser's log of a 422. */
  expectedComplaints: RegExp;
};

type WorkerFixtures = {
  /** The address of the worker's own server. */
  server: string;
};

/**
 * Playwright's test over a server of the worker. It also fails when one of its
 * pages throws or writes an error or a warning to the console.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // Playwright accepts only a destructured first argument.
    async ({ playwright: _playwright }, use) => {
      const prepared = process.env.E2E_PREPARED;
      if (!prepared) throw new Error("The global setup sets E2E_PREPARED.");
      const server = await startServer(prepared);
      process.env.APP_URL = server.url;
      process.env.APP_ROOT = server.root;
      await use(server.url);
      await server.stop();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
  baseURL: ({ server }, use) => use(server),
  expectedComplaints: [/(?!)/, { option: true }],
  context: async ({ context, expectedComplaints }, use) => {
    const complaints = listen(context, expectedComplaints);
    await use(context);
    expect(complaints, "the browser console stays silent").toEqual([]);
  },
});

/** Resets the list preferences of the signed-in user. */
const forgetPreferences = async (page: Page, url: string) => {
  const address = new URL("/api/user/preferences", url).href;
  const reply = await page.request.get(address);
  const { preferences } = (await reply.json()) as {
    preferences: { key: string }[];
  };
  for (const { key } of preferences)
    await page.request.put(address, {
      data: { key, value: {} },
      headers: { Origin: new URL(url).origin },
    });
};

/**
 * Signs in as a demo account, resets its list preferences and opens a path of
 * the app.
 */
export const signIn = async (page: Page, account: Account, path = "/") => {
  const url = appUrl();
  const reply = await page.request.post(new URL("/api/auth", url).href, {
    data: { email: `${account}@seriba.test`, password },
    headers: { Origin: new URL(url).origin },
  });
  expect(reply.ok(), `${account} can sign in`).toBe(true);
  await forgetPreferences(page, url);
  await page.goto(path);
};

/** Expects that axe finds no violation of WCAG 2.2 A and AA. */
export const expectAccessible = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}): ${target.join(" ")}`),
  );
  expect(found).toEqual([]);
};

/** Reloads the page in a theme and language. */
export const showIn = async (page: Page, { theme, language }: Look) => {
  await page.addInitScript({
    content:
      `localStorage.setItem("seriba.theme", "${theme}");` +
      `localStorage.setItem("seriba.language", "${language}");`,
  });
  await page.reload();
  const root = page.locator("html");
  await expect(root).toHaveAttribute("lang", language);
  await expect(root).toHaveAttribute("data-theme", theme);
};
