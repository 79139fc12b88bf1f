import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support/fixtures";

test("the manager's grid sorts, pages and remembers a hidden column", async ({
  page,
}) => {
  await signIn(page, "manager", "/bid-manager");
  const heading = (name: string) => page.getByRole("columnheader", { name });
  const condition = heading("Condition and mileage");

  await condition.scrollIntoViewIfNeeded();
  await condition.click();
  await expect(page).toHaveURL(/sort=condition&order=ASC$/);
  await expect(condition).toHaveAttribute("aria-sort", "ascending");
  await condition.click();
  await expect(page).toHaveURL(/sort=condition&order=DESC$/);

  const first = page.locator("[data-row-link]").first();
  const before = await first.textContent();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/sort=condition&order=DESC&page=2$/);
  await expect(first).not.toHaveText(before ?? "");

  await heading("Auction result").hover();
  await heading("Auction result").getByRole("button").last().click();
  await page.getByRole("menuitem", { name: "Hide column" }).click();
  await expect(heading("Auction result")).toBeHidden();
  await page.reload();
  await expect(condition).toHaveAttribute("aria-sort", "descending");
  await expect(heading("Auction result")).toBeHidden();

  await condition.hover();
  await condition.getByRole("button").last().click();
  await page.getByRole("menuitem", { name: "Manage columns" }).click();
  const search = page.getByRole("searchbox", { name: "Search" }).last();
  await search.fill("result");
  await expect(page.getByRole("checkbox", { name: "Client" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Auction result" }).check();
  await page.keyboard.press("Escape");
  await expect(heading("Auction result")).toBeVisible();
});

/** Returns the number of rows that are wholly in the first screen. */
const visibleRows = (page: Page) =>
  page.evaluate<number>(`
    [...document.querySelectorAll("[role=row][data-id], tr[data-row-id]")]
      .map((row) => row.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length`);

/** Waits for this number of rows. A grid draws them in steps, which a busy machine spreads. */
const expectRows = (page: Page, count: number) =>
  expect
    .poll(() => visibleRows(page), { timeout: 90_000 })
    .toBeGreaterThanOrEqual(count);

test("the first screen has twelve rows for a manager and ten for a client", async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "manager", "/bid-manager");
  await expectRows(page, 12);
  await page.keyboard.press(".");
  await expect(page.getByRole("gridcell").first()).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Go to the list");
  await page.keyboard.press("Escape");
  await page.mouse.wheel(0, 600);
  await expect(
    page.getByRole("columnheader", { name: "Client" }),
  ).toBeInViewport({ ratio: 1 });

  await page.goto("/car-auction");
  await expectRows(page, 12);
  await signIn(page, "client", "/car-auction");
  await expectRows(page, 10);
  await page.keyboard.press(".");
  await expect(page.locator("[data-row-link]").first()).toBeFocused();
});
