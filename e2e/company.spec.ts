import { expect, expectAccessible, signIn, test } from "./support/fixtures";

test("an administrator edits the company's settings, and visitors read them", async ({
  page,
  browser,
}) => {
  await signIn(page, "admin", "/company");
  await expect(
    page.getByRole("heading", { name: "Company settings", level: 1 }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Edit" }).click();
  const notice = `Closed on ${Date.now()}`;
  await page.getByLabel(/Notice in English/).fill(notice);
  await page.getByLabel(/Telegram/).fill("@");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel(/Telegram/)).toBeFocused();
  await page.getByLabel(/Telegram/).fill("seriba_export");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/company\/\d+$/);
  await expect(page.getByText(notice).first()).toBeVisible();

  const visitor = await browser.newPage();
  await visitor.goto("/auth/login");
  await expect(visitor.getByText(notice)).toBeVisible();
  await visitor.close();
});

test("an information page is read by visitors and in the layout of users", async ({
  page,
}) => {
  await page.goto("/how-to-buy");
  await expect(
    page.getByRole("heading", { name: "How to buy", level: 1 }),
  ).toBeVisible();
  await expect(page.getByText("Pay a deposit")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/info/nothing");
  await expect(page.getByText("This page is still empty")).toBeVisible();

  await signIn(page, "client", "/car-auction");
  await page.getByRole("link", { name: "How to buy" }).click();
  await expect(
    page.getByRole("heading", { name: "How to buy", level: 1 }),
  ).toBeVisible();
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await expectAccessible(page);
});
