import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./support/fixtures";
import { comingLot, leastBid } from "./support/lots";

const confirmBid = async (page: Page) => {
  const confirm = page.getByRole("dialog", {
    name: /^Confirm (your|the client's) bid$/,
  });
  await confirm.getByRole("checkbox").check();
  await confirm.getByRole("button", { name: "Place bid" }).click();
  await page
    .getByRole("dialog", { name: /^(Your|The client's) bid is placed$/ })
    .getByRole("button", { name: "Done" })
    .click();
};

test.describe("a shared lot", () => {
  // The browser itself logs the refusal of the wrong code.
  test.use({ expectedComplaints: /40[134]/ });

  test("opens for a stranger by its link and code alone", async ({
    page,
    browser,
    baseURL,
  }) => {
    await signIn(page, "client");
    const lot = await comingLot(page);
    await page.goto(`/car-auction/${lot.id}`);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    const code = await dialog.getByText(/^\d{6}$/).textContent();
    const link = await dialog.getByText(/^https?:.*\/share\//).textContent();

    const strangers = await browser.newContext({ baseURL: baseURL ?? "" });
    const stranger = await strangers.newPage();
    await stranger.goto(link ?? "");
    const input = stranger.getByLabel("Access code");
    await input.fill(code === "000000" ? "000001" : "000000");
    await expect(stranger.getByText("Wrong access code")).toBeVisible();
    await input.fill(code ?? "");
    await expect(stranger.getByText(lot.lotNo).first()).toBeVisible();
    await expect(
      stranger.getByRole("button", { name: "Place bid" }),
    ).toHaveCount(0);
    await expectAccessible(stranger);
    await strangers.close();
  });
});

test("a manager bids for a client, who sees the bid", async ({
  page,
  browser,
  baseURL,
}) => {
  // The client has no bid on this lot yet.
  await signIn(page, "client");
  const lot = await comingLot(page);
  await signIn(page, "manager", `/car-auction/${lot.id}`);
  const panel = page.getByRole("region", { name: "Bid for a client" });
  await panel.getByLabel("Client", { exact: true }).fill("client@seriba");
  await page.getByRole("listbox").getByRole("option").first().click();
  await panel.getByLabel("Client's maximum").fill(String(leastBid(lot)));
  await panel.getByLabel("Export type").selectOption({ index: 1 });
  await panel.getByRole("button", { name: "Place bid" }).click();
  await confirmBid(page);

  const clients = await browser.newContext({ baseURL: baseURL ?? "" });
  const client = await clients.newPage();
  await signIn(client, "client", `/bids?lotNo=${lot.lotNo}`);
  await expect(client.getByText(lot.lotNo).first()).toBeVisible();
  await clients.close();
});

test("two lots are chosen in the list and compared", async ({ page }) => {
  await signIn(page, "client", "/car-auction");
  const buttons = page.getByRole("button", { name: /^Compare / });
  await buttons.nth(0).click();
  await buttons.nth(0).click();
  const tray = page.getByRole("complementary", { name: "Lots to compare" });
  const chosen = tray.getByRole("listitem");
  await expect(chosen).toHaveCount(2);
  const names = await chosen.allTextContents();
  await tray.getByRole("link", { name: /^Compare/ }).click();
  await expect(page).toHaveURL(/\/compare\?/);
  for (const name of names)
    await expect(
      page.getByRole("columnheader", { name: name.trim() }),
    ).toBeVisible();
  await page
    .getByRole("button", { name: /^Bid: / })
    .first()
    .click();
  await expect(
    page.getByRole("dialog").getByRole("region", { name: "Your bid" }),
  ).toBeVisible();
});

test("a saved search tells about new lots as often as its owner chooses", async ({
  page,
}) => {
  await signIn(page, "client", "/car-auction?year=2019,2019");
  const openSearches = async () => {
    await page.getByRole("button", { name: /^Saved searches/ }).click();
    return page.getByRole("dialog", { name: "Saved searches" });
  };
  const searches = await openSearches();
  await searches.getByRole("button", { name: "Save this search" }).click();
  await page.getByLabel("Title").fill("Cars of 2019");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "View all" }).click();
  const alert = page.getByLabel("Tell me about new lots of “Cars of 2019”");
  for (const choice of ["Once a day", "Never"]) {
    const saved = page.waitForResponse(/\/api\/user\/update-search/);
    await alert.selectOption(choice);
    await saved;
    await page.reload();
    await openSearches();
    await expect(alert.getByRole("option", { selected: true })).toHaveText(
      choice,
    );
  }
});
