import { expect, signIn, test } from "./support/fixtures";

test.describe("the listing", () => {
  test("the URL is the truth: filters, sort and page come back from it", async ({
    page,
  }) => {
    await signIn(page, "client", "/car-auction?year=2015,2020&sort=year");
    await expect(page.getByText("2015").first()).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(/year=2015,2020&sort=year/);
    await expect(page.getByText("2015").first()).toBeVisible();
  });

  test("what the URL says wrongly is dropped with a notice, the list is shown", async ({
    page,
  }) => {
    await signIn(page, "client", "/car-auction?page=Infinity&colour=blue");
    await expect(
      page.getByText(/has been left out: .*(page|colour)/),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/car-auction$/);
    await expect(page.getByText("Upcoming").first()).toBeVisible();
  });

  test("a list that nothing matches offers to reset the filters", async ({
    page,
  }) => {
    await signIn(page, "client", "/car-auction?search=lot_no-999999999");
    await page.getByRole("button", { name: "Reset filters" }).click();
    await expect(page).toHaveURL(/\/car-auction$/);
    await expect(page.getByText("Upcoming").first()).toBeVisible();
  });

  test("a count beside a choice is the number of lots after choosing it", async ({
    page,
  }) => {
    await signIn(page, "client", "/car-auction");
    await page.getByRole("button", { name: /^Maker/ }).click();
    const honda = page.getByRole("menuitemradio", { name: /^Honda/ });
    const text = await honda.textContent();
    const count = /\d[\d\u202f]*$/.exec(text ?? "")?.[0] ?? "";
    await honda.click();
    await expect(page).toHaveURL(/maker=\d+/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(new RegExp(`^${count}`)).first()).toBeVisible();
  });

  test("a sort goes ascending, descending, none", async ({ page }) => {
    await signIn(page, "client", "/car-auction");
    const header = page.getByRole("columnheader", { name: /Start, ¥/ });
    await header.getByRole("button").click();
    await expect(page).toHaveURL(/sort=startPrice&order=ASC/);
    await expect(header).toHaveAttribute("aria-sort", "ascending");
    await header.getByRole("button").click();
    await expect(page).toHaveURL(/sort=startPrice&order=DESC/);
    await header.getByRole("button").click();
    await expect(page).not.toHaveURL(/sort=/);
  });

  test(
    "a phone loads on as one scrolls",
    { tag: "@phone-only" },
    async ({ page }) => {
      await signIn(page, "client", "/car-auction");
      const cards = page.getByRole("article").or(page.getByRole("listitem"));
      await expect(page.getByText("Upcoming").first()).toBeVisible();
      const first = await cards.count();
      await cards.last().scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 2000);
      await expect.poll(() => cards.count()).toBeGreaterThan(first);
    },
  );
});

test("an unknown page is not found, with a way to the cars", async ({
  page,
}) => {
  await signIn(page, "client", "/no/such/page");
  await expect(page.getByText("Page not found")).toBeVisible();
  await page.getByRole("link", { name: "To the car auctions" }).click();
  await expect(page).toHaveURL(/\/car-auction/);
});

test.describe("a lot that is not there", () => {
  // The browser itself writes a line for the answer to the lot's call.
  test.use({ expectedComplaints: /404/ });

  test("is said to be unknown, with a way back", async ({ page }) => {
    await signIn(page, "client", "/car-auction/999999999");
    await expect(page.getByText("There is no such lot")).toBeVisible();
    await page.getByRole("link", { name: "To the list of lots" }).click();
    await expect(page).toHaveURL(/\/car-auction$/);
  });
});
