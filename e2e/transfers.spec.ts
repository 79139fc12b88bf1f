import { expect, expectAccessible, signIn, test } from "./support/fixtures";

const today = new Date().toISOString().slice(0, 10);

test("an administrator records a deposit, finds it in the ledger and reverses it", async ({
  page,
}) => {
  await signIn(page, "admin", "/clients");
  const client = page
    .locator('[role="row"][data-id]')
    .filter({ hasText: "Marina Volkova" });
  await client.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("button", { name: "Record deposit" }).click();
  const deposit = page.getByRole("dialog", { name: "Record deposit" });
  await deposit.getByLabel("Amount").fill("123457");
  await deposit.getByRole("textbox", { name: "Date of receipt" }).fill(today);
  await deposit.getByRole("button", { name: "Record deposit" }).click();
  await expect(deposit).toHaveCount(0);

  await page.goto("/transfers");
  const paid = page
    .locator('[role="row"][data-id]')
    .filter({ hasText: "Deposit" })
    .first();
  await expect(paid).toContainText("Marina Volkova");
  await expect(paid).toContainText(/123.457/);
  await expectAccessible(page);
  await paid.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("button", { name: "Reverse transfer" }).click();
  const dialog = page.getByRole("dialog", { name: "Reverse transfer" });
  await expect(dialog).toContainText(/Marina Volkova ¥123.457, Deposit/);
  await dialog.getByLabel("Reason").fill("Paid for another client");
  await dialog.getByRole("button", { name: "Reverse transfer" }).click();
  await expect(dialog).toHaveCount(0);
  const reversal = page
    .locator('[role="row"][data-id]')
    .filter({ hasText: "Reversal" })
    .first();
  await expect(reversal).toContainText("Paid for another client");
  await expect(paid.locator('[data-field="isReversed"]')).toHaveText("Yes");
  await paid.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByText("No actions are possible")).toBeVisible();
});
