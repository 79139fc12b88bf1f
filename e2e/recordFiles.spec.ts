import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, signIn, test } from "./support/fixtures";

// The browser logs the refused and the aborted calls.
test.use({ expectedComplaints: /Failed to load resource|net::ERR/ });

const png = await sharp({
  create: { width: 800, height: 600, channels: 3, background: "#26478d" },
})
  .png()
  .toBuffer();
const pdf = Buffer.concat([
  Buffer.from("%PDF-1.7\n"),
  Buffer.alloc(9_000, "content "),
]);
const prices = { name: "prices.pdf", mimeType: "application/pdf", buffer: pdf };
const photo = { name: "yard.png", mimeType: "image/png", buffer: png };

const files = (page: Page) => page.getByRole("group", { name: "Attachments" });
const choose = (page: Page) => files(page).locator("input[type=file]");
const item = (page: Page, name: string) =>
  files(page).getByRole("listitem").filter({ hasText: name });
const save = (page: Page) => page.getByRole("button", { name: "Save" });

const fill = async (page: Page, title: string) => {
  await page.getByLabel("Title in English").fill(title);
  await page.getByLabel("Title in Russian").fill(`${title} (рус)`);
  await page.getByLabel("Text in English").fill("The yard is closed.");
  await page.getByLabel("Text in Russian").fill("Площадка закрыта.");
  await page.getByRole("textbox", { name: "Shown from" }).fill("2026-01-01");
  const audience = page.getByRole("group", { name: "Audience" });
  await audience.getByText("Everybody").click();
};

test("a manager attaches files to an announcement, which clients read @phone", async ({
  page,
  browser,
}) => {
  const title = `Yard ${Date.now()}`;
  await signIn(page, "manager", "/announcements/new");
  await fill(page, title);
  const yard = item(page, "yard.png").locator("img");
  await page.route("**/api/record-files?**name=prices**", async (route) => {
    await yard.waitFor();
    await route.continue();
  });
  await choose(page).setInputFiles([prices, photo]);
  await expect(item(page, "prices.pdf")).toContainText("9 kB");
  await expect(yard).toBeVisible();
  // The files have the order of the choice, whichever upload ends first.
  await page.getByRole("button", { name: "Move up: yard.png" }).focus();
  await page.keyboard.press("Enter");
  await expect(files(page).getByRole("listitem").first()).toContainText(
    "yard.png",
  );
  await expect(
    page.getByRole("button", { name: "Move down: yard.png" }),
  ).toBeFocused();
  await expectAccessible(page);
  await save(page).click();
  await expect(
    page.getByRole("heading", { name: title, level: 1 }),
  ).toBeVisible();
  await expect(
    page.getByRole("link", { name: "yard.png" }).locator("img"),
  ).toHaveJSProperty("complete", true);
  await expectAccessible(page);
  const address = page.url();

  const context = await browser.newContext();
  const reader = await context.newPage();
  await signIn(reader, "client", new URL(address).pathname);
  const download = reader.waitForEvent("download");
  await reader.getByRole("link", { name: "prices.pdf" }).click();
  expect((await download).suggestedFilename()).toBe("prices.pdf");
  await reader.goto("/announcements");
  // Cards of phones have the names.
  await expect(
    reader.getByText(/2 files|yard.png,\sprices.pdf/).first(),
  ).toBeVisible();
  await context.close();

  await page.goto(`${address}/edit`);
  await page.getByRole("button", { name: "Remove: prices.pdf" }).click();
  await save(page).click();
  await expect(page.getByRole("deletion").first()).toHaveText(
    "yard.png, prices.pdf",
  );
  await expect(page.getByRole("insertion").first()).toHaveText("yard.png");
});

test("a form waits for a running upload, and an upload that failed is repeated", async ({
  page,
}) => {
  const title = `Slow ${Date.now()}`;
  await signIn(page, "manager", "/announcements/new");
  await fill(page, title);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/record-files?**", async (route) => {
    await held;
    await route.abort();
  });
  await choose(page).setInputFiles([prices]);
  await expect(
    page.getByRole("progressbar", { name: "Uploading prices.pdf" }),
  ).toBeVisible();
  await save(page).click();
  await expect(
    files(page).getByText("Wait until the upload has finished."),
  ).toBeVisible();
  answer();
  const retry = page.getByRole("button", { name: "Upload again: prices.pdf" });
  await expect(retry).toBeVisible();
  await save(page).click();
  await expect(
    files(page).getByText("Upload the file again or remove it."),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/record-files?**");
  let upload: () => void = () => undefined;
  const again = new Promise<void>((resolve) => {
    upload = resolve;
  });
  await page.route("**/api/record-files?**", async (route) => {
    await again;
    await route.continue();
  });
  await retry.click();
  await expect(
    page.getByRole("button", { name: "Cancel the upload: prices.pdf" }),
  ).toBeFocused();
  upload();
  await expect(item(page, "prices.pdf")).toContainText("9 kB");
  await expect(page.getByLabel("Title in English")).toHaveValue(title);
  await save(page).click();
  await expect(
    page.getByRole("heading", { name: title, level: 1 }),
  ).toBeVisible();
});

test("files of other types, too large or too many files are named at once", async ({
  page,
}) => {
  await signIn(page, "manager", "/announcements/new");
  const text = { name: "a.txt", mimeType: "text/plain", buffer: pdf };
  await choose(page).setInputFiles([text]);
  await expect(item(page, "a.txt")).toContainText(
    "The file must be a PDF, JPEG, PNG or WebP",
  );
  await page.getByRole("button", { name: "Remove: a.txt" }).click();
  await expect(item(page, "a.txt")).toHaveCount(0);
  await expect(
    files(page).getByRole("button", { name: "Choose files" }),
  ).toBeFocused();
  await choose(page).setInputFiles(
    Array.from({ length: 9 }, (_, index) => ({
      ...prices,
      name: `${index + 1}.pdf`,
    })),
  );
  await expect(files(page).getByText("not uploaded: 9.pdf")).toBeVisible();
  await expect(files(page).getByText("9 kB")).toHaveCount(8);
  await expect(
    files(page).getByRole("button", { name: "Choose files" }),
  ).toBeDisabled();
});
