import type { Locator } from "@playwright/test";
import type { PassportReply } from "../generated/schemas";
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
  await expect(page.locator('a[href^="/car-auction/"]').first()).toBeVisible();
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

    await page.getByRole("button", { name: "Change" }).first().click();
    await panel.getByLabel("Your maximum").fill(String(amount + 5000));
    await panel.getByRole("button", { name: "Save changes" }).click();
    const change = page.getByRole("dialog", { name: "Confirm the change" });
    await change.getByRole("checkbox").check();
    await change.getByRole("button", { name: "Save changes" }).click();
    await expect(
      page.getByRole("dialog", { name: "Your bid is changed" }),
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

test("a client bids from a row of the list and cancels the bid", async ({
  page,
}) => {
  await signIn(page, "client");
  const lot = await comingLot(page);
  await page.goto(`/car-auction?search=lot_no-${lot.lotNo}`);
  await page
    .getByRole("button", { name: /^Bid: / })
    .first()
    .click();
  const dialog = page.getByRole("dialog").first();
  await dialog.getByLabel("Your maximum").fill(String(leastBid(lot)));
  await dialog.getByLabel("Export type").selectOption({ label: "Ro-ro" });
  await dialog.getByRole("button", { name: "Place bid" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm your bid" });
  await confirm.getByRole("checkbox").check();
  await confirm.getByRole("button", { name: "Place bid" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await dialog.getByRole("button", { name: "Cancel bid" }).click();
  const question = page.getByRole("dialog", { name: "Cancel this bid?" });
  await question.getByRole("button", { name: "Cancel bid" }).click();
  await expect(question).toBeHidden();
  await expect(dialog.getByRole("button", { name: "Place bid" })).toBeVisible();
});

test(
  "the photos of a lot turn by a swipe, and its sheet and earlier auctions are shown",
  { tag: "@phone" },
  async ({ page, isMobile }) => {
    await signIn(page, "client");
    const lot = await comingLot(page);
    await page.goto(`/car-auction/${lot.id}`);
    const gallery = page.getByRole("region", { name: "Photos of the lot" });
    await expect(gallery.getByText(/^1 \/ /)).toBeVisible();
    if (isMobile) {
      const photo = gallery.getByRole("button", { name: /full screen/ });
      const at = (clientX: number) => ({
        identifier: 1,
        clientX,
        clientY: 200,
      });
      await photo.dispatchEvent("touchstart", { touches: [at(300)] });
      await photo.dispatchEvent("touchend", { changedTouches: [at(120)] });
      await expect(gallery.getByText(/^2 \/ /)).toBeVisible();
    }
    // Parts further down are loaded when the reader comes near them.
    const scrollTo = (part: Locator) =>
      expect(async () => {
        await page.getByRole("region").last().scrollIntoViewIfNeeded();
        await expect(part).toBeVisible({ timeout: 1_000 });
      }).toPass();
    const sheet = page.getByRole("region", { name: "Auction sheet" });
    await scrollTo(sheet);
    await sheet.scrollIntoViewIfNeeded();
    // A translated word has its original as the title.
    const translation = page.getByRole("region", { name: "Translation" });
    await expect(
      translation
        .locator("dd span[title]")
        .filter({ hasText: /[a-z]/i })
        .first(),
    ).toBeVisible();
    const passport = page.getByRole("region", {
      name: "Earlier auctions of this car",
    });
    await scrollTo(passport);
    const known = await page.request.get(
      `/api/lot/passport?id=${lot.id}&lotType=auction`,
    );
    const { sightings } = (await known.json()) as PassportReply;
    await expect(
      passport
        .getByText(
          sightings.length > 0
            ? /chassis number|Probably/
            : "No earlier auctions of this car are known.",
        )
        .first(),
    ).toBeVisible();
  },
);
