import type { Page } from "@playwright/test";
import type { Server } from "node:http";
import { fillSignUp, submitSignUp } from "./support/accounts";
import { expect, openIn, test } from "./support/fixtures";
import { leastBid } from "./support/lots";
import { createSpecProxy, type SpecProxy } from "./support/specProxy";
import { createStaticSite, listenAnywhere } from "./support/staticSite";

type Listing = {
  carsList: { id: number; lotNo: string; startPrice: number; myBid: unknown }[];
};

/** Returns a lot of a late day, so that bidding is open, and not one of the cheapest. */
async function comingLot(page: Page): Promise<Listing["carsList"][number]> {
  const days = await page.request.get(`${apiBase}/site/week-days`);
  const { dayList } = (await days.json()) as { dayList: { value: string }[] };
  const query = new URLSearchParams({
    auctionDate: dayList
      .slice(-2)
      .map(({ value }) => value)
      .join(","),
    status: "4532",
    sort: "startPrice",
    order: "ASC",
    page: "4",
  });
  const reply = await page.request.get(
    `${apiBase}/auction/listing?${query.toString()}`,
  );
  const { carsList } = (await reply.json()) as Listing;
  const lot = carsList.find((one) => one.startPrice > 0 && !one.myBid);
  if (!lot) throw new Error("There is no lot to bid on.");
  return lot;
}

let proxy: SpecProxy;
let site: Server;
let siteUrl = "";
let apiBase = "";

test.beforeAll(async () => {
  const { APP_URL: target = "" } = process.env;
  proxy = createSpecProxy({ target, origin: () => siteUrl });
  const server = await listenAnywhere(proxy.server);
  apiBase = `${server}/v1`;
  site = createStaticSite({ apiBase, authBase: `${server}/sign-in` });
  siteUrl = await listenAnywhere(site);
});

test.afterAll(() => {
  for (const server of [site, proxy.server]) {
    server.closeAllConnections();
    server.close();
  }
});

test.describe("the browser program alone, against a server of the specification", () => {
  // The browser logs a 404 for each call that the server does not have.
  test.use({ expectedComplaints: /status of 4(03|04|22)/ });

  test("does the main job: login, filters, lot, bid, my bids", async ({
    page,
  }) => {
    await page.goto(siteUrl);
    await expect(page).toHaveURL(/\/auth\/login/);
    await page.getByLabel("E-mail").fill("client@seriba.test");
    await page.getByLabel("Password", { exact: true }).fill("seriba-demo");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      /Car auctions/,
    );
    await expect(
      page.locator("[data-row-id]").getByText("Upcoming").first(),
    ).toBeVisible();

    await page.getByRole("button", { name: /^Maker/ }).click();
    await page.getByRole("menuitemradio", { name: /HONDA/i }).click();
    await expect(page).toHaveURL(/maker=\d+/);
    await expect(
      page.getByRole("button", { name: "Maker: Honda" }),
    ).toBeVisible();
    await page.getByRole("button", { name: /^Model/ }).click();
    await page.getByRole("menuitemcheckbox").first().click();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/model=\d+/);
    const days = page
      .getByRole("group", { name: "Auction day" })
      .getByRole("button");
    await expect(days.nth(4)).toBeVisible();
    const photo = page.getByRole("main").locator("img").first();
    await expect(photo).toHaveJSProperty("complete", true);
    await expect(photo).not.toHaveJSProperty("naturalWidth", 0);

    const saved = page.getByRole("dialog");
    await page.getByRole("button", { name: /^Saved searches/ }).click();
    await saved.getByRole("button", { name: "Save this search" }).click();
    await saved.getByRole("textbox", { name: "Title" }).fill("A Honda");
    await saved.getByRole("button", { name: "Save" }).click();
    await saved.getByRole("button", { name: "View all" }).click();
    await saved.getByRole("button", { name: "Delete “A Honda”" }).click();
    await saved.getByRole("button", { name: "Delete" }).click();
    await expect(saved).not.toContainText("A Honda");
    await page.keyboard.press("Escape");

    const lot = await comingLot(page);

    await page.goto(`${siteUrl}/car-auction?search=lot_no-${lot.lotNo}`);
    await expect(page.getByText(lot.lotNo).first()).toBeVisible();
    await page.goto(`${siteUrl}/car-auction/${lot.id}`);
    await expect(page.getByText(`lot ${lot.lotNo}`).first()).toBeVisible();
    const panel = page.getByRole("region", { name: "Your bid" });
    await panel.getByLabel("Your maximum").fill(String(leastBid(lot)));
    await panel.getByLabel("Export type").selectOption({ label: "Ro-ro" });
    await panel.getByRole("button", { name: "Place bid" }).click();
    const confirm = page.getByRole("dialog", { name: "Confirm your bid" });
    await confirm.getByRole("checkbox").check();
    await confirm.getByRole("button", { name: "Place bid" }).click();
    await expect(
      page.getByRole("dialog", { name: "Your bid is placed" }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();

    await page.goto(`${siteUrl}/bids`);
    await expect(page.getByText(lot.lotNo).first()).toBeVisible();
    await page.getByRole("button", { name: /^Under review/ }).click();
    await expect(page).toHaveURL(/bidStatus=1/);
    await expect(page.getByText(lot.lotNo).first()).toBeVisible();

    // Each page tries calls beyond the specification only once.
    const pages = 4;
    expect(new Set(proxy.refused)).toEqual(new Set(["GET /workspace"]));
    expect(proxy.refused.length).toBeLessThanOrEqual(pages);
    expect([...proxy.ownHeaders]).toEqual([]);
    expect(proxy.preflights).toContain("/v1/bid/create");
    expect(proxy.preflights).toContain("/sign-in/auth");
  });

  // The last one, because it makes a call that the server does not have.
  test("opens an account and requests a new password", async ({ page }) => {
    await openIn(page, { theme: "light", language: "ru" }, siteUrl);
    await page.getByRole("link", { name: /Зарегистрируйтесь/ }).click();
    const person = {
      email: "foreign@example.com",
      password: "amber lantern 42",
    };
    await fillSignUp(page, "ru", { ...person, email: "client@seriba.test" });
    await submitSignUp(page, "ru");
    await expect(
      page.getByText("Этот адрес уже есть у другого пользователя"),
    ).toBeVisible();
    await fillSignUp(page, "ru", person);
    await submitSignUp(page, "ru");
    await expect(page.getByText(person.email)).toBeVisible();
    const again = page.getByRole("button", {
      name: "Отправить письмо ещё раз",
    });
    await again.click();
    await expect(again).toHaveCount(0);

    await page.goto(`${siteUrl}/auth/forgot-password`);
    await page.getByLabel("Эл. почта").fill(person.email);
    await page.getByRole("button", { name: "Отправить ссылку" }).click();
    await expect(
      page.getByRole("heading", { name: "Проверьте почту" }),
    ).toBeVisible();
    for (const path of ["/auth/change-password", "/verify-email"]) {
      await page.goto(`${siteUrl}${path}?token=${"A".repeat(43)}`);
      await expect(
        page.getByText("Эта ссылка уже использована или её срок истёк"),
      ).toBeVisible();
    }
    expect(proxy.passed).toEqual(
      expect.arrayContaining([
        "POST /sign-in/auth/signup",
        "GET /auth/reset-password",
        "GET /sign-in/auth/reset-password-token-verify",
        "POST /sign-in/auth/verify-email",
      ]),
    );
  });
});
