import type { Page } from "@playwright/test";
import { expect, looks, openIn, signIn, test } from "./support/fixtures";

const [, russian] = looks;

/** Returns the texts of shown amounts and statuses that do not fit into their boxes. */
const cutTexts = (page: Page) =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll("main *")]
      .filter((element) =>
        element.matches("[class*='_pill_']") ||
        [...element.childNodes].some(({ nodeType, textContent }) =>
          nodeType === 3 && /¥|^[\\d\\u202f]+$/.test(textContent)))
      .flatMap((element) =>
        [element, element.closest("td, [role=gridcell]") ?? element])
      .filter(({ clientWidth, scrollWidth }) =>
        clientWidth > 0 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent)
  `);

test(
  "Russian cuts no amount and no status of the main lists",
  { tag: "@phone" },
  async ({ page }) => {
    if (!russian) throw new Error("The second look is Russian.");
    await openIn(page, russian, "/auth/login");
    for (const [account, path] of [
      ["client", "/car-auction"],
      ["client", "/bids"],
      ["dealer", "/dealer-bids"],
      ["manager", "/bid-manager"],
    ] as const) {
      await signIn(page, account);
      await page.goto(path);
      await expect(page.locator("main").getByText("¥").first()).toBeVisible();
      expect.soft(await cutTexts(page), path).toEqual([]);
    }
  },
);
