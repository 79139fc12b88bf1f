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

const table = (page: Page) => page.getByRole("textbox", { name: "Table" });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name });

/** The page must not scroll sideways, on phones too. */
const expectNoOverflow = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      ),
    )
    .toBeLessThanOrEqual(0);

test("a manager imports a table with errors, and undoes it @phone", async ({
  page,
}) => {
  const place = `Port ${Date.now()}`;
  await signIn(page, "manager", "/freight");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page).toHaveURL(/\/freight\/import$/);

  // A file of Excel: UTF-16 with tabs. One column has no field, one row has errors.
  const rows = [
    "Port of loading\tDestination\tSize class\tPrice, ¥\tFrom day\tNote",
    `Kobe\t${place}\tKei\t¥ 118,000\t01.12.2026\t=1+1`,
    `Osaka\t${place}\tVan\ta lot\t2026-12-01\t`,
  ];
  await page.setInputFiles("input[type=file]", {
    name: "rates.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(`\ufeff${rows.join("\r\n")}`, "utf16le"),
  });
  await expect(table(page)).toHaveValue(new RegExp(place));
  await button(page, "Show the preview").click();
  await expect(page.getByRole("alert")).toContainText("Valid from");
  await page
    .getByLabel("Column 5: From day")
    .selectOption({ label: "Valid from" });

  const errors = page.getByRole("tabpanel", { name: /With errors 1/ });
  await expect(errors).toContainText("Row 3");
  await expect(errors).toContainText("a lot");
  await expect(errors).toContainText("Not a number, or with another unit");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("tab", { name: /With errors/ }).press("Home");
  const fresh = page.getByRole("tabpanel", { name: /New 1/ });
  await expect(fresh).toContainText(/¥118.000/);
  const apply = button(page, "Apply 1 row");
  await expect(apply).toBeDisabled();

  // The table survives a reload.
  await page.reload();
  await expect(page.getByText("We restored the table")).toBeVisible();
  await button(page, "Show the preview").click();
  await page.getByLabel(/Apply the valid rows only/).check();
  await apply.click();
  await expect(
    page.getByText(/Imported: 1 added, 1 with errors/),
  ).toBeVisible();

  await button(page, "Undo the import").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("The import is undone: 1 removed")).toBeVisible();
  await expect(page.getByText(/Undone by/).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test("a manager imports in Russian", async ({ page }) => {
  await signIn(page, "manager", "/freight");
  const look = { theme: "light", language: "ru" } as const;
  await openIn(page, look, "/freight/import");
  await page
    .getByRole("textbox", { name: "Таблица" })
    .fill(
      `loadingPort;destination;sizeClass;price;validFrom\nКобе;Порт ${Date.now()};kei;120 000;01.12.2026`,
    );
  await page.getByRole("button", { name: "Показать предпросмотр" }).click();
  await page.getByRole("button", { name: "Применить 1 строку" }).click();
  await expect(page.getByText("Импорт выполнен: добавлено: 1")).toBeVisible();
});
