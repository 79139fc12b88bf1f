import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./support/fixtures";
import { endSession, logInAgain } from "./support/session";

test.use({ expectedComplaints: /Failed to load resource/ });

const save = (page: Page) => page.getByRole("button", { name: "Save" });

test("managers add, edit and remove a freight rate, and see a conflict", async ({
  page,
  context,
}) => {
  const destination = `Durban ${Date.now()}`;
  await signIn(page, "manager", "/freight");
  await page.getByRole("link", { name: "New", exact: true }).click();
  await save(page).click();
  await expect(page.getByLabel("Port of loading")).toBeFocused();
  await expect(page.getByText("Required field").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Port of loading").selectOption("Yokohama");
  await page.getByLabel("Port of destination").fill(destination);
  await page.getByRole("radio").first().check();
  await page.getByLabel("Price").fill("99000000");
  const validFrom = page.getByRole("textbox", { name: "Valid from" });
  await validFrom.fill("01112026");
  await page.getByRole("button", { name: "Valid from: calendar" }).click();
  await page.getByRole("gridcell", { name: "2", exact: true }).click();
  await expect(validFrom).toHaveValue("02/11/2026");
  await expect(page.getByText("Must be at most 10 000 000")).toBeVisible();
  await page.getByLabel("Price").fill("150000");

  await page.getByRole("link", { name: "Profile" }).first().click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.goBack();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await endSession(page);
  await save(page).click();
  await logInAgain(page);
  await expect(page.getByLabel("Port of destination")).toHaveValue(destination);
  await save(page).dblclick();
  await expect(
    page.getByRole("heading", { name: destination, level: 1 }),
  ).toBeVisible();
  await expect(page.getByText("¥150 000")).toBeVisible();

  await page.getByRole("link", { name: "Edit" }).click();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel("Price").fill("160000");
  await page.getByLabel("Price").fill("170000");
  await page.getByLabel("Note").fill("By sea");
  await save(other).click();
  await expect(other.getByRole("link", { name: "Edit" })).toBeVisible();
  // A page behind another one draws once a second only.
  await page.bringToFront();
  await save(page).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict).toContainText("Yours: ¥170 000");
  await expect(conflict).toContainText("¥160 000");
  await expectAccessible(page);
  await conflict
    .getByRole("group", { name: "Price" })
    .getByRole("radio", { name: /someone else/ })
    .check();
  await conflict.getByRole("button", { name: /chosen/ }).click();
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(3);
  await expect(history).toContainText("By sea");

  await page.getByRole("button", { name: "Remove" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(page).toHaveURL(/\/freight$/);
  await other.reload();
  await expect(other.getByRole("heading", { name: "Not found" })).toBeVisible();
});
