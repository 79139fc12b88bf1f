import { expect, signIn, test } from "./support/fixtures";

test("a new page begins at its top with the focus on its heading, and Back returns to the link", async ({
  page,
}) => {
  await signIn(page, "manager", "/clients");
  const link = page.locator("[data-row-link]").nth(2);
  await link.scrollIntoViewIfNeeded();
  const href = await link.getAttribute("href");
  await link.click();
  await expect(page).toHaveURL(/\/clients\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await page.evaluate("scrollY")).toBe(0);
  await page.goBack();
  await expect(page.locator(`a[href="${href}"]`).first()).toBeFocused();
});

test("the palette and the logout ask before a form with unsaved changes is left", async ({
  page,
}) => {
  await signIn(page, "client", "/profile");
  await page.getByRole("button", { name: "Edit" }).click();
  const city = page.getByLabel("City");
  await city.fill("Samara");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.getByRole("combobox").fill("dashboard");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const stay = page.getByRole("button", { name: "Keep editing" });
  await expect(question).toBeVisible();
  await stay.click();
  await expect(city).toHaveValue("Samara");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await stay.click();
  await expect(question).toHaveCount(0);
  await expect(city).toHaveValue("Samara");
});

test("a repeated password is checked again when the first one changes", async ({
  page,
}) => {
  await page.goto("/auth/sign-up");
  const first = page.getByLabel("Password", { exact: true });
  const second = page.getByLabel("Repeat the password");
  const error = page.getByText("Passwords do not match");
  await first.fill("blue-anchor-71");
  await second.fill("blue-anchor-72");
  await second.blur();
  await expect(error).toBeVisible();
  await first.fill("blue-anchor-72");
  await first.blur();
  await expect(error).toHaveCount(0);
  await first.fill("blue-anchor-73");
  await first.blur();
  await expect(error).toBeVisible();
});
