import type { Page } from "@playwright/test";
import { formatNumber } from "../domain/money";
import { expect, signIn, test } from "./support/fixtures";

// The browser logs the conflict when the older version is sent.
test.use({ expectedComplaints: /Failed to load resource/ });

const rowOf = (page: Page, id: string) =>
  page.locator(`[role="row"][data-id="${id}"]`);

/** Opens the form of a bid by its key, and returns the field of its amount. */
async function openBid(page: Page, id: string) {
  await rowOf(page, id).locator('[data-field="auction"]').click();
  const amount = page
    .getByRole("dialog")
    .getByRole("textbox", { name: "Bid", exact: true });
  // Keys act once the bodies of the actions have arrived.
  await expect(async () => {
    await page.keyboard.press("e");
    await expect(amount).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return amount;
}

const save = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Save", exact: true });

test("two managers change one bid: one wins, the other chooses between both values", async ({
  page: first,
  browser,
}) => {
  const context = await browser.newContext();
  const second = await context.newPage();
  // Without live news, the second manager keeps the older version.
  await second.route("**/api/live*", () => undefined);
  await signIn(first, "manager", "/bid-manager?bidStatus=1");
  await signIn(second, "admin", "/bid-manager?bidStatus=1");
  const id =
    (await first
      .locator('[role="row"][data-id]')
      .first()
      .getAttribute("data-id")) ?? "";
  const typed = await openBid(second, id);
  const before = Number((await typed.inputValue()).replace(/\D/g, ""));
  const [lower, higher] = [before + 5_000, before + 10_000];
  await typed.fill(String(higher));

  await (await openBid(first, id)).fill(String(lower));
  await save(first).click();
  const cellOf = (page: Page) => rowOf(page, id).locator('[data-field="bid"]');
  await expect(first.getByRole("dialog")).toHaveCount(0);
  await expect(cellOf(first)).toContainText(formatNumber(lower));

  await save(second).click();
  const conflict = second
    .getByRole("dialog")
    .filter({ hasText: "Somebody else has changed this row" });
  await expect(conflict.getByText(formatNumber(lower))).toBeVisible();
  await expect(conflict.getByText(formatNumber(higher))).toBeVisible();
  await expect(
    conflict.getByText(/^Last change by .+ Japan time/),
  ).toBeVisible();
  await expect(conflict.locator("fieldset").first()).toHaveCSS(
    "border-left-style",
    "none",
  );
  await expect(cellOf(first)).toContainText(formatNumber(lower));

  await conflict
    .getByRole("button", { name: "Save the chosen values" })
    .click();
  await expect(second.getByRole("dialog")).toHaveCount(0);
  for (const page of [first, second])
    await expect(cellOf(page)).toContainText(formatNumber(higher));
  await context.close();
});
