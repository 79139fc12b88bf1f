import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";

test.use({
  serviceWorkers: "allow",
  expectedComplaints:
    /Failed to load resource|ERR_INTERNET|preload|dynamically imported module|Failed to fetch/,
});

/** Signs in by the form, with a session of its own. */
async function logIn(page: Page, account: string) {
  await page.getByLabel("E-mail").fill(`${account}@seriba.test`);
  await page.getByLabel("Password", { exact: true }).fill("seriba-demo");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("link", { name: /\d/ }).first()).toBeVisible();
}

/** Everything that the browser has kept of what users have read. */
const kept = (page: Page) =>
  page.evaluate<string>(`(async () => {
    // Opening would create the database without its tables before the program does.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === "seriba")) return "";
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open("seriba");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        const reading = database.transaction("answers").objectStore("answers").getAll();
        reading.onsuccess = () => {
          database.close();
          resolve(reading.result.join("\\n"));
        };
      };
    });
  })()`);

/** Waits until the service worker has the start page and the present script. */
const programIsKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate<number>(`(async () => {
        let files = 0;
        for (const name of await caches.keys())
          files += (await (await caches.open(name)).keys()).length;
        return files;
      })()`),
    )
    .toBeGreaterThan(5);

test("a list and a lot that were read open again without a connection, until the next user", async ({
  page,
  context,
}) => {
  await page.goto("/auth/login?redirect=/car-auction");
  await logIn(page, "client");
  const list = page.getByRole("main");
  const link = page.locator("[data-row-link]").first();
  const name = (await link.textContent()) ?? "";
  const path = (await link.getAttribute("href")) ?? "";
  await page.goto(path);
  const heading = page.getByRole("heading", { level: 1 });
  const title = (await heading.textContent()) ?? "";
  await expect.poll(() => kept(page)).toContain('"detail","car-auction"');
  await page.goto("/car-auction");
  await expect(link).toBeVisible();
  await expect.poll(() => kept(page)).toContain('"getList"');
  await programIsKept(page);
  // The pages of both are loaded by a page that the worker serves.
  await page.goto(path);
  await expect(heading).toHaveText(title);
  await programIsKept(page);

  await context.setOffline(true);
  await page.reload();
  await expect(heading).toHaveText(title);
  await expect(
    page.getByRole("status").filter({ hasText: "You are offline" }),
  ).toContainText(/Read at/);
  await page.goto("/car-auction");
  await expect(link).toHaveText(name);
  await expect(list).toContainText("You are offline");

  await context.setOffline(false);
  await expect(list.getByText("You are offline")).toHaveCount(0);
  await page.goto("/car-auction");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByLabel("E-mail")).toBeVisible();
  expect(await kept(page)).toBe("");

  await context.setOffline(true);
  await page.goto("/car-auction");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await context.setOffline(false);
  await page.goto("/auth/login");
  await logIn(page, "dealer");
  await expect.poll(() => kept(page)).toContain("dealer@seriba.test");
  expect(await kept(page)).not.toContain("client@seriba.test");
});

test("the portal can be installed, and its files have their types", async ({
  page,
}) => {
  await page.goto("/auth/login");
  const read = async (path: string) => {
    const reply = await page.request.get(path);
    expect(reply.status(), path).toBe(200);
    return { reply, headers: reply.headers() };
  };
  const { reply, headers } = await read("/manifest.webmanifest");
  expect(headers["content-type"]).toMatch(/application\/manifest\+json/);
  expect(headers["cache-control"]).toBe("no-cache");
  const manifest = (await reply.json()) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(["192x192", "512x512"]),
  );
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(
    true,
  );
  for (const { src, sizes, type } of manifest.icons) {
    expect((await read(src)).headers["content-type"]).toContain(type);
    if (sizes === "any") continue;
    const drawn = await page.evaluate<string>(`(async () => {
      const image = new Image();
      image.src = ${JSON.stringify(src)};
      await image.decode();
      return image.naturalWidth + "x" + image.naturalHeight;
    })()`);
    expect(drawn).toBe(sizes);
  }
  const touch = await page
    .locator('link[rel="apple-touch-icon"]')
    .getAttribute("href");
  await read(touch ?? "");
  const worker = await read("/sw.js");
  expect(worker.headers["content-type"]).toMatch(/javascript/);
  expect(worker.headers["cache-control"]).toBe("no-cache");
  const { reply: build } = await read("/build.json");
  const { script } = (await build.json()) as { script: string };
  await expect(
    page.locator(`script[type="module"][src="${script}"]`),
  ).toHaveCount(1);
});
