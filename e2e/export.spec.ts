import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { expect, signIn, test } from "./support/fixtures";

/** The buttons are above the list, and on a phone in the sort sheet. */
async function download(
  page: Page,
  { format, isMobile }: { format: "CSV" | "XLSX"; isMobile: boolean },
): Promise<Download> {
  const button = page.getByRole("button", { name: format, exact: true });
  if (isMobile && !(await button.isVisible()))
    await page.getByRole("button", { name: /^Order/ }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    button.click(),
  ]);
  expect(await file.failure()).toBeNull();
  return file;
}

test(
  "exports the whole filtered list",
  { tag: "@phone" },
  async ({ page, isMobile }) => {
    await signIn(page, "client", "/car-auction?year=2018,2018&sort=mileage");
    const found = page.getByRole("status").filter({ hasText: / lots?$/ });
    await expect(found).toBeVisible();
    const total = Number((await found.innerText()).replace(/\D/g, ""));
    const csv = await download(page, { format: "CSV", isMobile });
    expect(csv.suggestedFilename()).toMatch(
      /^car-auctions-\d{4}-\d{2}-\d{2}\.csv$/,
    );
    const lines = readFileSync(await csv.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines[0]).toContain("Mileage, km");
    expect(lines.length - 1).toBe(total);
    const xlsx = await download(page, { format: "XLSX", isMobile });
    expect(
      readFileSync(await xlsx.path())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  },
);
