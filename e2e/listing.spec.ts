import { expect, signIn, test } from "./support/fixtures";

test.describe("the listing", () => {
  test("restores filters, sort and page from the URL", async ({ page }) => {
    await signIn(
      page,
      "client",
      "/car-auction?year=2015,2020&sort=year&page=2",
    );
    const pages = page.getByRole("navigation", { name: "Pages" });
    const rows = page.getByRole("row");
    const expectPageTwo = async () => {
      await expect(
        pages.getByRole("button", { name: "Page 2", exact: true }),
      ).toHaveAttribute("aria-current", "page");
      await expect(
        page.getByRole("columnheader", { name: "Grade and year" }),
      ).toHaveAttribute("aria-sort", "ascending");
      await expect(rows).toHaveCount(21);
    };
    await expectPageTwo();
    // The texts of the rows count down to the auction.
    const idsOfRows = async () => {
      const shown = await page.locator("[data-row-id]").all();
      return Promise.all(shown.map((row) => row.getAttribute("data-row-id")));
    };
    const ids = await idsOfRows();
    expect(ids).toHaveLength(20);
    await page.reload();
    await expectPageTwo();
    expect(await idsOfRows()).toEqual(ids);
    await expect(page).toHaveURL(/year=2015,2020&sort=year&page=2/);
  });

  test("drops unknown parts of the URL with a notice and shows the list", async ({
    page,
  }) => {
    await signIn(page, "client", "/car-auction?page=Infinity&colour=blue");
    await expect(
      page.getByText(/were removed: page=Infinity, colour=blue/),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/car-auction$/);
    await expect(
      page.locator("[data-row-id]").getByText("Upcoming").first(),
    ).toBeVisible();
  });

  test("offers to reset the filters when no lot matches", async ({ page }) => {
    await signIn(page, "client", "/car-auction?search=lot_no-999999999");
    await page.getByRole("button", { name: "Reset filters" }).click();
    await expect(page).toHaveURL(/\/car-auction$/);
    await expect(
      page.locator("[data-row-id]").getByText("Upcoming").first(),
    ).toBeVisible();
  });

  test("shows beside a choice the number of lots after choosing it", async ({
    page,
  }) => {
    await signIn(page, "client", "/car-auction");
    await page.getByRole("button", { name: /^Maker/ }).click();
    const honda = page.getByRole("menuitemradio", { name: /^Honda/ });
    const text = await honda.textContent();
    const count = /\d[\d\u202f,]*$/.exec(text ?? "")?.[0] ?? "no number";
    await honda.click();
    await expect(page).toHaveURL(/maker=\d+/);
    await expect(page.getByText(`${count} lots`).first()).toBeVisible();
  });

  test("finds cars by their age and rates without a last day, with the counts of both", async ({
    page,
  }) => {
    const choose = async (filter: string, choice: RegExp) => {
      await page.getByRole("button", { name: filter, exact: true }).click();
      const option = page.getByRole("menuitemradio", { name: choice });
      const text = (await option.textContent()) ?? "";
      await option.click();
      return /\d[\d\u202f,]*$/.exec(text)?.[0] ?? "no number";
    };
    const openAll = () =>
      page.getByRole("button", { name: /^More filters/ }).click();
    await signIn(page, "client", "/car-auction");
    await openAll();
    const young = await choose("Age", /^Newer than 5 years, by year/);
    await expect(page).toHaveURL(/age=5/);
    await expect(page.getByText(`${young} lots`).first()).toBeVisible();
    await page.goto("/freight");
    await openAll();
    const endless = await choose("Last day", /^Not given/);
    await expect(page).toHaveURL(/hasEnd=empty/);
    await expect(page.getByText(`${endless} rates`).first()).toBeVisible();
  });

  test("cycles a sort through ascending, descending and none", async ({
    page,
  }) => {
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
    "loads further pages on a phone while scrolling",
    { tag: "@phone-only" },
    async ({ page }) => {
      await signIn(page, "client", "/car-auction");
      const cards = page.getByRole("article").or(page.getByRole("listitem"));
      await expect(
        page.locator("[data-row-id]").getByText("Upcoming").first(),
      ).toBeVisible();
      const first = await cards.count();
      await cards.last().scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 2000);
      await expect.poll(() => cards.count()).toBeGreaterThan(first);
    },
  );
});

test("shows a not-found page with a link to the car auctions", async ({
  page,
}) => {
  await signIn(page, "client", "/no/such/page");
  await expect(page.getByText("Page not found")).toBeVisible();
  await page.getByRole("link", { name: "Go to car auctions" }).click();
  await expect(page).toHaveURL(/\/car-auction/);
});

test.describe("a lot that is not there", () => {
  // The browser itself logs the 404 of the lot's call.
  test.use({ expectedComplaints: /404/ });

  test("shows that the lot is unknown and links back to the list", async ({
    page,
  }) => {
    await signIn(page, "client", "/car-auction/999999999");
    await expect(page.getByText("Lot not found")).toBeVisible();
    await page.getByRole("link", { name: "Go to the list of lots" }).click();
    await expect(page).toHaveURL(/\/car-auction$/);
  });
});
