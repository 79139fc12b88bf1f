import { expect, signIn, test } from "./support/fixtures";

test("the manager's grid sorts, pages and remembers a hidden column", async ({
  page,
}) => {
  await signIn(page, "manager", "/bid-manager");
  const heading = (name: string) => page.getByRole("columnheader", { name });
  const condition = heading("Condition and mileage");

  await condition.click();
  await expect(page).toHaveURL(/sort=condition&order=ASC$/);
  await expect(condition).toHaveAttribute("aria-sort", "ascending");
  await condition.click();
  await expect(page).toHaveURL(/sort=condition&order=DESC$/);

  const first = page.locator("[data-row-link]").first();
  const before = await first.textContent();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/sort=condition&order=DESC&page=2$/);
  await expect(first).not.toHaveText(before ?? "");

  await heading("Auction result").hover();
  await heading("Auction result").getByRole("button").last().click();
  await page.getByRole("menuitem", { name: "Hide column" }).click();
  await expect(heading("Auction result")).toBeHidden();
  await page.reload();
  await expect(condition).toHaveAttribute("aria-sort", "descending");
  await expect(heading("Auction result")).toBeHidden();
});
