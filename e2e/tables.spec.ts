import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support/fixtures";

/** Returns the row and the column of the cell that has or holds the focus. */
const focusedCell = (page: Page) =>
  page.evaluate<string>(
    `(() => {
      const cell = document.activeElement?.closest("[data-field]");
      return [cell?.parentElement?.dataset.rowindex, cell?.dataset.field].join(" ");
    })()`,
  );

const expectFocusedCell = (page: Page) => expect.poll(() => focusedCell(page));

/** Makes the list load again, as after a lost connection. */
async function refetch(page: Page, path: string) {
  let answers = 0;
  page.on("response", (response) => {
    if (new URL(response.url()).pathname === path) answers += 1;
  });
  await expect
    .poll(async () => {
      await page.evaluate(
        `dispatchEvent(new Event("offline"));
        dispatchEvent(new Event("online"))`,
      );
      return answers;
    })
    .toBeGreaterThan(0);
}

/**
 * Follows a link, and returns the scroll position of that moment: rows that
 * arrive between two calls could move the page.
 */
const leaveFor = (page: Page, path: string) =>
  page.evaluate<number>(`(() => {
    const before = scrollY;
    document.querySelector('a[href="${path}"]').click();
    return before;
  })()`);

/** Returns the path of the tab that `act` opens, and closes the tab. */
async function openedBy(page: Page, act: () => Promise<void>) {
  const opening = page.waitForEvent("popup");
  await act();
  const opened = await opening;
  await opened.waitForLoadState("domcontentloaded");
  const { pathname } = new URL(opened.url());
  await opened.close();
  return pathname;
}

test.describe("on a desk", () => {
  test("a button in a cell is above the link of its row", async ({ page }) => {
    await signIn(page, "client", "/car-auction");
    await expect(page.locator("[data-row-link]").first()).toBeVisible();
    await page.evaluate(
      `const button = document.createElement("button");
      button.textContent = "Probe";
      button.onclick = () => { button.textContent = "Clicked"; };
      document.querySelector("tbody tr").cells[4].prepend(button);`,
    );
    await page.getByRole("button", { name: "Probe" }).click();
    await expect(page.getByRole("button", { name: "Clicked" })).toBeVisible();
  });

  test("the table is one tab stop and keeps its focus when rows are refetched", async ({
    page,
  }) => {
    // The last auctions take bids at any time of the day.
    await signIn(page, "client", "/car-auction?sort=auctionDate&order=DESC");
    const links = page.locator("tbody [data-row-link]");
    await expect(links.first()).toBeVisible();
    await page.locator("thead button").last().focus();
    await page.keyboard.press("Tab");
    // The bid button of a row comes before its link, its other buttons after it.
    const bidButtons = page.locator("tbody tr").getByRole("button", {
      name: /^Bid: /,
    });
    await expect(bidButtons.first()).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(links.first()).toBeFocused();
    for (const _step of [1, 2, 3]) await page.keyboard.press("ArrowDown");
    await expect(links.nth(3)).toBeFocused();
    await refetch(page, "/api/auction/listing");
    await expect(links.nth(3)).toBeFocused();
    await page.keyboard.press("PageDown");
    await expect(links.nth(13)).toBeFocused();
    await page.keyboard.press("Home");
    await expect(links.first()).toBeFocused();
    await page.keyboard.press("End");
    await expect(links.last()).toBeFocused();
    // The link and the buttons after it.
    const stops = await page
      .locator("tbody tr")
      .last()
      .getByRole("button")
      .count();
    for (let stop = 0; stop < stops; stop += 1) {
      await expect(page.locator("tbody tr:last-child :focus")).toHaveCount(1);
      await page.keyboard.press("Tab");
    }
    await expect(page.locator("tbody :focus")).toHaveCount(0);
    for (let stop = 0; stop < stops; stop += 1)
      await page.keyboard.press("Shift+Tab");
    await expect(links.last()).toBeFocused();
    const path = await openedBy(page, () => page.keyboard.press("Enter"));
    expect(path).toMatch(/^\/car-auction\/\d+$/);
    await expect(links.last()).toBeFocused();
  });

  test("the grid is one tab stop and keeps its focus when rows are refetched", async ({
    page,
  }) => {
    await signIn(page, "manager", "/bid-manager");
    const grid = page.getByRole("grid");
    const stops = grid.locator('[role][tabindex="0"]');
    await expect(page.getByRole("gridcell").first()).toBeVisible();
    await page.getByRole("columnheader", { name: /Photo/ }).focus();
    await expect(stops).toHaveCount(1);
    await page.keyboard.press("ArrowDown");
    for (const _step of [1, 2, 3]) await page.keyboard.press("ArrowDown");
    await expectFocusedCell(page).toBe("3 lot");
    await refetch(page, "/api/bid/index");
    await expectFocusedCell(page).toBe("3 lot");
    await page.keyboard.press("End");
    await expectFocusedCell(page).toBe("3 exportType");
    await page.keyboard.press("Home");
    await expectFocusedCell(page).toBe("3 #panel");
    // Space selects the row, also where a button has the focus; Enter presses it.
    await page.keyboard.press("Space");
    const checked = page.getByRole("checkbox", { checked: true });
    await expect(checked).toHaveCount(1);
    await expect(grid.locator('[aria-expanded="true"]')).toHaveCount(0);
    await page.keyboard.press("Space");
    await expect(checked).toHaveCount(0);
    await page.keyboard.press("ArrowRight");
    await expectFocusedCell(page).toBe("3 #select");
    await expect(grid.locator('input[tabindex="0"]')).toHaveCount(1);
    // Past the checkbox and the menu of the row.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expectFocusedCell(page).toBe("3 lot");
    await page.keyboard.press("PageDown");
    await expectFocusedCell(page).not.toBe("3 lot");
    const below = await focusedCell(page);
    await page.keyboard.press("PageUp");
    await expectFocusedCell(page).not.toBe(below);
    await page.keyboard.press("Shift+Space");
    await expect(
      page.locator('[role="row"][aria-selected="true"]'),
    ).toHaveCount(0);
    await expect(stops).toHaveCount(1);
    await page.keyboard.press("ArrowRight");
    const path = await openedBy(page, () => page.keyboard.press("Enter"));
    expect(path).toMatch(/\/\d+$/);
  });

  test("a second browser shows the same grid layout as the first", async ({
    page,
    browser,
    context,
  }) => {
    const read = page.waitForResponse(/\/user\/preferences$/);
    await signIn(page, "manager", "/bid-manager");
    const comfortable = page.getByRole("button", { name: "Comfortable" });
    const row = page.locator('[role="row"][data-rowindex="0"]');
    await expect(row).toBeVisible();
    const compact = (await row.boundingBox())?.height;
    await read;
    const saved = page.waitForResponse(
      (response) =>
        response.request().method() === "PUT" &&
        response.url().endsWith("/user/preferences"),
    );
    await comfortable.click();
    await expect
      .poll(async () => (await row.boundingBox())?.height)
      .toBeGreaterThan(compact ?? Infinity);
    expect((await saved).ok()).toBe(true);

    const { cookies } = await context.storageState();
    const second = await browser.newContext({
      storageState: { cookies, origins: [] },
      baseURL: new URL(page.url()).origin,
    });
    const other = await second.newPage();
    await other.goto("/bid-manager");
    await expect(
      other.getByRole("button", { name: "Comfortable" }),
    ).toHaveAttribute("aria-pressed", "true");
    await second.close();
  });

  test("Back restores the scroll position of the table", async ({ page }) => {
    await signIn(page, "client", "/car-auction");
    const links = page.locator("tbody [data-row-link]");
    await links.nth(15).scrollIntoViewIfNeeded();
    const before = await leaveFor(page, "/bids");
    expect(before).toBeGreaterThan(200);
    await expect(page).toHaveURL(/\/bids$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goBack();
    await expect.poll(() => page.evaluate("scrollY")).toBe(before);
  });
});

test(
  "Back restores the scroll position and the loaded pages on a phone",
  { tag: "@phone-only" },
  async ({ page }) => {
    await signIn(page, "client", "/car-auction");
    const cards = page.locator("li:has([data-row-link])");
    await expect(cards).toHaveCount(20);
    await expect(page.getByText(/^20 of [\d\s]+$/)).toBeAttached();
    await cards.last().scrollIntoViewIfNeeded();
    await expect(cards).toHaveCount(40);
    await cards.nth(33).scrollIntoViewIfNeeded();
    await cards.nth(33).getByRole("link").click();
    await expect(page).toHaveURL(/\/car-auction\/\d+$/);
    await page.goBack();
    await expect(cards.nth(33)).toBeInViewport();

    const before = await leaveFor(page, "/bids");
    expect(before).toBeGreaterThan(2000);
    await expect(page).toHaveURL(/\/bids$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(cards.nth(33)).toBeInViewport();
    await expect.poll(() => page.evaluate("scrollY")).toBe(before);
    await expect(page.getByText(/^40 of [\d\s]+$/)).toBeAttached();
  },
);
