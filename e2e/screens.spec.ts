import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  looks,
  openIn,
  signIn,
  test,
} from "./support/fixtures";
import { comingLot } from "./support/lots";

const forged = {
  en: /The receipt is not genuine/,
  ru: /Квитанция поддельная/,
};

for (const look of looks) {
  const { theme, language, tag } = look;
  test(
    `every screen is accessible: ${theme}, ${language}`,
    { tag },
    async ({ page }) => {
      test.slow();
      await openIn(page, look, "/auth/login");
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await signIn(page, "client");
      const lot = await comingLot(page);
      await expectAccessibleScreens(page, [
        "/car-auction",
        `/car-auction/${lot.id}`,
        "/bids",
        "/profile",
        "/no/such/page",
      ]);
    },
  );

  test(
    `bikes and chosen lots are accessible: ${theme}, ${language}`,
    {
      tag,
    },
    async ({ page }) => {
      test.slow();
      await openIn(page, look, "/car-auction/share/of-a-lot");
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      const values = new URLSearchParams({
        text: "of-a-receipt",
        signature: "x",
      });
      await page.goto(`/receipts/verify#${values.toString()}`);
      await expect(page.getByText(forged[language])).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await signIn(page, "client");
      const lot = await comingLot(page);
      const bike = await firstBike(page);
      await expectAccessibleScreens(page, [
        `/bike-auctions/${bike}`,
        `/compare?lots=car-auction:${lot.id},bike-auctions:${bike}`,
        "/favorites/A",
        "/alerts",
      ]);
    },
  );
}

test(
  "the manager's grids are accessible",
  { tag: "@phone" },
  async ({ page }) => {
    await signIn(page, "manager", "/bid-manager");
    for (const screen of ["/archive-bids", "/clients", "/bid-manager"]) {
      await page.goto(screen);
      await expect(page.getByText("Oleg Sidorov").first()).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  },
);

test("the dealer's list of bids is accessible", async ({ page }) => {
  await signIn(page, "dealer", "/dealer-bids");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // The grid draws its rows before their cells.
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test(
  "the workshop's lists are accessible",
  { tag: "@phone" },
  async ({ page }) => {
    await signIn(page, "admin", "/workspace");
    await expect(
      page.getByRole("rowheader", { name: /Car auctions/ }),
    ).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  },
);

async function expectAccessibleScreens(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

/** Opens the list of bikes and returns the id of its first one. */
async function firstBike(page: Page): Promise<string> {
  await page.goto("/bike-auctions");
  const link = page.locator('a[href^="/bike-auctions/"]').first();
  const path = await link.getAttribute("href");
  return /\d+/u.exec(path ?? "")?.[0] ?? "";
}

/** Expects that the page is no wider than its window. */
async function expectNoSidewaysScroll(page: Page) {
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
