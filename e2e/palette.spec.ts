import { expect, expectAccessible, signIn, test } from "./support/fixtures";

test("the command palette opens a page, a lot and a client by the keyboard", async ({
  page,
}) => {
  await signIn(page, "manager", "/bid-manager");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(
    page.getByRole("heading", { name: "Bid manager", level: 1 }),
  ).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = palette.getByRole("combobox");
  await expect(field).toBeFocused();
  await expectAccessible(page, "dialog");
  await field.fill("car stat");
  await expect(palette.getByRole("option").first()).toContainText(
    "Car statistics",
  );
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("heading", { name: "Car statistics", level: 1 }),
  ).toBeVisible();

  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("client@");
  const client = palette
    .getByRole("group", { name: "Clients" })
    .getByRole("option")
    .first();
  await expect(client).toBeVisible();
  await client.click();
  await expect(page).toHaveURL(/\/clients\//);

  await page.keyboard.press("Control+k");
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
});
