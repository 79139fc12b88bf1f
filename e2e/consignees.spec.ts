import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  openIn,
  signIn,
  test,
} from "./support/fixtures";

// The browser logs the refused calls.
test.use({ expectedComplaints: /Failed to load resource/ });

const group = (page: Page, name: string | RegExp) =>
  page.getByRole("group", { name });
const save = (page: Page) => page.getByRole("button", { name: "Save" });

/** The page must not scroll sideways, on phones too. */
const expectNoOverflow = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      ),
    )
    .toBeLessThanOrEqual(0);

test("a client keeps templates of consignees @phone", async ({ page }) => {
  const name = `Vladivostok ${Date.now()}`;
  await signIn(page, "client", "/profile");
  await page.getByRole("link", { name: "Consignees" }).last().click();
  await expect(page).toHaveURL(/\/consignees/);
  await page.goto("/consignees/new");
  const consignee = group(page, "Consignee");
  const notified = group(page, "Notify party");
  await save(page).click();
  await expect(page.getByLabel("Name of the template")).toBeFocused();
  await page.getByLabel("Name of the template").fill(name);
  await consignee.getByLabel("Full name or company").fill("Ivan Petrov");
  await consignee.getByLabel("Country").fill("Russ");
  await page.getByRole("option", { name: "Russia" }).click();
  await consignee.getByLabel("Address").fill("Svetlanskaya 1");

  // Two documents, of which the second moves up by the keyboard.
  await consignee.getByRole("button", { name: "Add a document" }).click();
  const first = consignee.getByRole("group", { name: "Document 1" });
  const second = consignee.getByRole("group", { name: "Document 2" });
  await first.getByLabel("Kind").selectOption("Passport");
  await first.getByLabel("Number").fill("0501 123456");
  await consignee.getByRole("button", { name: "Add a document" }).click();
  await second.getByLabel("Kind").selectOption("Tax number");
  await save(page).click();
  await expect(second.getByText("Required field")).toBeVisible();
  await expect(first.getByText("Required field")).toHaveCount(0);
  await expect(second.getByLabel("Number")).toBeFocused();
  await second.getByLabel("Number").fill("7707083893");
  await second.getByRole("button", { name: "Move up: Document 2" }).focus();
  await page.keyboard.press("Enter");
  await expect(first.getByLabel("Number")).toHaveValue("7707083893");
  await expect(
    first.getByRole("button", { name: "Move down: Document 1" }),
  ).toBeFocused();

  // The form shows the notify party only if it differs.
  const other = notified.getByLabel("Full name or company");
  await expect(other).toHaveCount(0);
  await notified.getByLabel("Same as the consignee").uncheck();
  await other.fill("Anna Petrova");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await notified.getByLabel("Same as the consignee").check();
  await expect(other).toHaveCount(0);
  await save(page).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(
    page.getByText("Tax number 7707083893, Passport 0501 123456"),
  ).toBeVisible();
  await expect(page.getByText("Anna Petrova")).toHaveCount(0);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole("link", { name: "Edit" }).click();
  await expect(first.getByLabel("Number")).toHaveValue("7707083893");
  await first.getByRole("button", { name: "Remove: Document 1" }).click();
  await expect(first.getByLabel("Number")).toHaveValue("0501 123456");
  await notified.getByLabel("Same as the consignee").uncheck();
  await save(page).click();
  await expect(other).toBeFocused();
  await expect(notified.getByText("Required field").first()).toBeVisible();
});

test("managers read the templates of clients, and dealers do not", async ({
  page,
  browser,
}) => {
  const name = `Busan ${Date.now()}`;
  await signIn(page, "client", "/consignees");
  const id = await page.evaluate(async (title) => {
    const reply = await fetch("/api/lists/consignees", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        name: title,
        fullName: "Ivan Petrov",
        country: "KR",
        address: "Busan 1",
        sameAsConsignee: true,
      }),
    });
    const { detail } = (await reply.json()) as { detail: { id: string } };
    return detail.id;
  }, name);
  await page.reload();
  await expect(page.getByText(name)).toBeVisible();

  for (const who of ["manager", "dealer"] as const) {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, who, `/consignees/${id}`);
    if (who === "manager") {
      await expect(
        other.getByRole("heading", { name, level: 1 }),
      ).toBeVisible();
      await expect(other.getByText("South Korea")).toBeVisible();
      for (const action of ["Edit", "Remove", "New"])
        await expect(other.getByText(action, { exact: true })).toHaveCount(0);
    } else {
      const reply = await other.request.get(`/api/lists/consignees/${id}`);
      expect(reply.status()).toBe(404);
      await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(other.getByText(name)).toHaveCount(0);
    }
    await context.close();
  }
});

test("the form is in Russian too @phone", async ({ page }) => {
  await signIn(page, "client", "/profile");
  const look = { theme: "dark", language: "ru" } as const;
  await openIn(page, look, "/consignees/new");
  const consignee = group(page, "Грузополучатель");
  await consignee.getByRole("button", { name: "Добавить документ" }).click();
  const document = consignee.getByRole("group", { name: "Документ 1" });
  await expect(document.getByRole("radio", { name: "Паспорт" })).toBeFocused();
  await expect(document.getByRole("radio", { name: "ИНН" })).toBeVisible();
  await group(page, "Уведомляемая сторона")
    .getByLabel("Совпадает с грузополучателем")
    .uncheck();
  await expectAccessible(page);
  await expectNoOverflow(page);
});
