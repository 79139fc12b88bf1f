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
  // The grid cell around it takes the focus but is no target of its own.
  await expectAccessible(page, '[data-field="soldPrice"] form');
  await page.keyboard.type("999");
  await page.keyboard.press("Escape");
  await expect(cell).not.toContainText("999");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1250000");
  await page.keyboard.press("Enter");
  // The auction of the lot is still to come.
  await page.getByRole("button", { name: "Record price" }).click();
  await expect(cell).toContainText("1\u202f250\u202f000");
  await expect(page.getByText(/ → .?1.250.000/)).toBeVisible();
  await page.reload();
  await expect(cell).toContainText("1\u202f250\u202f000");
});
