import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support/fixtures";

const frames = [
  {
    name: "a list",
    path: "/car-auction",
    display: "flex",
    parts: ["sidebar", "header"],
  },
  {
    name: "the login page",
    path: "/auth/login",
    display: "grid",
    parts: ["aside", "head", "side"],
  },
];

/** Returns the place and size of parts by their CSS class; null if not shown. */
const boxesOf = (page: Page, parts: readonly string[]) =>
  Promise.all(
    parts.map(async (part) => {
      const [found] = await page.locator(`#root [class*="_${part}_"]`).all();
      return found ? found.boundingBox() : null;
    }),
  );

for (const { name, path, display, parts } of frames) {
  test(
    `the frame of ${name} is where the page will be`,
    { tag: "@phone" },
    async ({ page }) => {
      if (path === "/car-auction") await signIn(page, "client");
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/assets/*.js", async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(path, { waitUntil: "commit" });
      // The styles have been loaded.
      await expect(page.locator("body")).toHaveCSS("margin", "0px");
      await expect(page.locator("#root > div")).toHaveCSS("display", display);
      const frame = await boxesOf(page, parts);
      release();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await boxesOf(page, parts)).toEqual(frame);
    },
  );
}
