import { expect, signIn, test } from "./support/fixtures";
import { comingLot, leastBid } from "./support/lots";

test("redirects a visitor to the login and then to the listing", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.getByLabel("E-mail").fill("client@seriba.test");
  await page.getByLabel("Password", { exact: true }).fill("seriba-demo");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/car-auction|\/$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /Car auctions/,
  );
  await expect(page.getByRole("link", { name: /\d/ }).first()).toBeVisible();
});

test(
  "a client finds a lot and bids, and the manager sees the bid",
  { tag: "@phone" },
  async ({ page, browser, baseURL, isMobile }) => {
    await signIn(page, "client");
    const lot = await comingLot(page);
    const amount = leastBid(lot);

    await page.goto(`/car-auction?search=lot_no-${lot.lotNo}`);
    await expect(page.getByText(lot.lotNo).first()).toBeVisible();

    await page.goto(`/car-auction/${lot.id}`);
    await expect(page.getByText(`lot ${lot.lotNo}`).first()).toBeVisible();
    // On a phone the button at the bottom opens the panel.
    if (isMobile) await page.getByRole("button", { name: "Place bid" }).click();
    const panel = isMobile
      ? page.getByRole("dialog")
      : page.getByRole("region", { name: "Your bid" });
    await panel.getByLabel("Your maximum").fill(String(amount));
    await panel.getByLabel("Export type").selectOption({ label: "Ro-ro" });
    await panel.getByRole("button", { name: "Place bid" }).click();

    const confirm = page.getByRole("dialog", { name: "Confirm your bid" });
    await confirm.getByRole("checkbox").check();
    await confirm.getByRole("button", { name: "Place bid" }).click();
    await expect(
      page.getByRole("dialog", { name: "Your bid is placed" }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();

    await page.goto("/bids");
    await expect(page.getByText(lot.lotNo).first()).toBeVisible();

    const managers = await browser.newContext({ baseURL: baseURL ?? "" });
    const bidManager = await managers.newPage();
    await bidManager.setViewportSize({ width: 1440, height: 900 });
    await signIn(bidManager, "manager", `/bid-manager?lotNo=${lot.lotNo}`);
    const grid = bidManager.getByRole("grid");
    await expect(grid.getByText(lot.lotNo).first()).toBeVisible();
    await expect(grid.getByText("New").first()).toBeVisible();
    await managers.close();
  },
);
