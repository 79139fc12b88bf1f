import { expect, expectAccessible, signIn, test } from "./support/fixtures";

test("a manager records a sold price in its cell by keyboard", async ({
  page,
}) => {
  await signIn(page, "manager", "/bid-manager?bidStatus=2");
  const row = page.locator('[role="row"][data-id]').first();
  await expect(row).toBeVisible();
  const id = (await row.getAttribute("data-id")) ?? "";
  const cell = page.locator(
    `[role="row"][data-id="${id}"] [data-field="soldPrice"]`,
  );
  await row.locator('[data-field="bid"]').click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(cell.getByRole("button", { name: /^Edit/ })).toBeFocused();
  await page.keyboard.press("Enter");
  const input = cell.getByRole("textbox", { name: /^Edit/ });
  await expect(input).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("999");
  await page.keyboard.press("Escape");
  await expect(cell).not.toContainText("999");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1250000");
  await page.keyboard.press("Enter");
  await expect(cell).toContainText("1\u202f250\u202f000");
  await expect(page.getByText(/^Sold price: /)).toBeVisible();
  await page.reload();
  await expect(cell).toContainText("1\u202f250\u202f000");
});
