import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./support/fixtures";

// The editor of a removed list may ask for it once more before the page changes.
test.use({ expectedComplaints: /status of 404/ });

const tab = (page: Page, name: string) =>
  page.getByRole("tab", { name, exact: true }).click();

test(
  "a list is created, filled in and removed without a restart",
  { tag: "@phone" },
  async ({ page }) => {
    test.slow();
    await signIn(page, "admin", "/workspace");
    await page.getByRole("button", { name: "New list" }).click();
    await page.getByLabel("Title in English").fill("Freight");
    await page.getByRole("button", { name: "Start the draft" }).click();
    await expect(page.getByText(/"freight" is already taken/)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Title in English").fill("Parking yards");
    await page.getByLabel("Title in Russian").fill("Стоянки");
    await page.getByRole("button", { name: "Start the draft" }).click();
    await expect(page).toHaveURL(/\/workspace\/parking-yards$/);
    await expect(
      page.getByText("This list is not published yet"),
    ).toBeVisible();

    // The draft stays in this browser until it is published.
    await page.goto("/workspace");
    await page.getByRole("link", { name: "parking-yards" }).click();
    await tab(page, "Fields");
    await page.getByRole("button", { name: "New field" }).click();
    await page.getByLabel("Title in English").fill("Places");
    await page.getByLabel("Title in Russian").fill("Места");
    await page.getByLabel("Type", { exact: true }).selectOption("integer");
    await page.getByLabel("Every row needs a value").check();
    await page.getByLabel("As a filter").check();
    await page.getByRole("button", { name: "Add to the draft" }).click();
    await tab(page, "List");
    await expectAccessible(page);
    const publish = page.getByRole("button", { name: "Publish", exact: true });
    await expect(publish).toBeEnabled();
    await publish.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Yards are chosen by places");
    await dialog.getByRole("button", { name: "Publish now" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("This list is not published yet")).toHaveCount(
      0,
    );

    await page.goto("/parking-yards/new");
    await page.getByLabel("Name").fill("Kisarazu");
    await page.getByLabel("Places").fill("40");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL(/\/parking-yards\/\d+$/);
    const menu = page.getByRole("button", { name: "Open the menu" });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole("link", { name: "Parking yards" }).first().click();
    await expect(page).toHaveURL(/\/parking-yards$/);
    await expect(page.getByText("Kisarazu")).toBeVisible();

    await page.goto("/workspace");
    await expect(
      page.getByRole("row").filter({ hasText: "Parking yards" }),
    ).toContainText("Created here");
    await page.goto("/workspace/parking-yards");
    await tab(page, "List");
    await page.getByRole("button", { name: "Remove the list" }).click();
    await expect(dialog.getByText(/The list has 1 row/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("Reason").fill("The yards are closed");
    await dialog.getByLabel("I confirm what happens to these rows").check();
    await dialog.getByRole("button", { name: "Remove the list" }).click();
    await expect(page).toHaveURL(/\/workspace$/);
    const removed = page.getByRole("group", { name: "Removed lists" });
    await expect(removed.getByText("Parking yards")).toBeVisible();
    await expect(
      page.getByRole("row").filter({ hasText: "Parking yards" }),
    ).toHaveCount(1);
  },
);
