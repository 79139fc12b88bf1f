import { expect, expectAccessible, signIn, test } from "./support/fixtures";

test("a client sees what the balance is made of, and how to add funds", async ({
  page,
}) => {
  await signIn(page, "restricted", "/balance");
  const madeOf = page.getByRole("region", {
    name: "Parts of the balance",
  });
  const received = madeOf.getByRole("link").first();
  await expect(received).toHaveText(/^¥[\d ,.\u202f\u00a0]+$/);
  await expectAccessible(page);
  const sum = await received.innerText();
  await received.click();
  await expect(page).toHaveURL(/\/payments\?type=remittance$/);
  await expect(page.getByLabel("Totals").getByText(sum).first()).toBeVisible();

  await page.getByRole("button", { name: "Add funds" }).click();
  const dialog = page.getByRole("dialog", { name: "Add funds" });
  await expect(dialog.getByLabel("Amount, yen")).toHaveValue(/150.000/);
  await expect(dialog).toContainText("2 to 5 business days");
  await expect(dialog).toContainText(/C\d+/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
