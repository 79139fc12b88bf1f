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

for (const look of looks) {
  const title = `every screen is accessible: ${look.theme}, ${look.language}`;
  test(title, { tag: look.tag }, async ({ page }) => {
    test.slow();
    await openIn(page, look, "/auth/login");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await signIn(page, "client");
    const lot = await comingLot(page);
    const screens = [
      "/car-auction",
      `/car-auction/${lot.id}`,
      "/bids",
      "/profile",
      "/no/such/page",
    ];
    for (const screen of screens) {
      await page.goto(screen);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  });
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
  await expect(page.getByRole("grid")).toBeVisible();
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

/** Expects that the page is no wider than its window. */
async function expectNoSidewaysScroll(page: Page) {
  const overflow = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
