import type { Page } from "@playwright/test";
import type { Resource } from "../domain/resource";
import {
  editDeclaration,
  restoreDeclaration,
  writeDeclaration,
} from "./support/declarations";
import { expect, signIn, test } from "./support/fixtures";

const cars = "resources/car-auction.json";

const headings = (page: Page) =>
  page.getByRole("table").getByRole("columnheader");

/** Resolves when the page has opened its live stream. */
const openList = async (page: Page, path = "/car-auction") => {
  const stream = page.waitForRequest(/\/api\/live/);
  await signIn(page, "client", path);
  await stream;
  await expect(
    page.locator("[data-row-id]").getByText("Upcoming").first(),
  ).toBeVisible();
  // A reload would lose this value.
  await page.evaluate('document.body.dataset.seen = "before the edit"');
};

const expectNotReloaded = (page: Page) =>
  expect(page.locator("body")).toHaveAttribute("data-seen", "before the edit");

test.describe("an edited declaration, in pages that are open", () => {
  test.afterEach(() => {
    for (const file of [cars, "locales/en.json"]) restoreDeclaration(file);
  });

  test("shows a new column with its rows, its label, and no longer", async ({
    page,
  }) => {
    await openList(page);
    const before = await headings(page).count();
    editDeclaration<Resource>(cars, (resource) => ({
      ...resource,
      columns: [
        ...resource.columns,
        { id: "fuelType", fields: ["fuel", "horsePower"] },
      ],
    }));
    const heading = headings(page).filter({ hasText: "Fuel" });
    await expect(heading).toBeVisible();
    await expect(page.getByRole("cell", { name: /hp/ }).first()).toBeVisible();
    await expectNotReloaded(page);

    editDeclaration<{ resources: Record<string, object> }>(
      "locales/en.json",
      (texts) => ({
        ...texts,
        resources: {
          ...texts.resources,
          "car-auction": {
            ...texts.resources["car-auction"],
            columns: { fuelType: "What it runs on" },
          },
        },
      }),
    );
    await expect(
      headings(page).filter({ hasText: "What it runs on" }),
    ).toBeVisible();

    restoreDeclaration(cars);
    await expect(headings(page)).toHaveCount(before);
    await expectNotReloaded(page);
  });

  test("offers a new filter with counts, and tells who used it that it is gone", async ({
    page,
  }) => {
    await openList(page);
    editDeclaration<Resource>(cars, (resource) => ({
      ...resource,
      filters: [{ field: "fuel", param: "runsOn" }, ...resource.filters],
    }));
    await page.getByRole("button", { name: /^Fuel/ }).click();
    await page.getByRole("menuitemcheckbox", { name: /Diesel/ }).click();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/runsOn=diesel/);
    await expectNotReloaded(page);

    restoreDeclaration(cars);
    await expect(page).not.toHaveURL(/runsOn/);
    await expect(page.getByText("runsOn=diesel")).toBeVisible();
    await expectNotReloaded(page);
  });

  test.describe("a broken file", () => {
    test.use({ expectedServerComplaints: /declarations: resources\// });

    test("leaves the last good list", async ({ page, runningServer }) => {
      await openList(page);
      writeDeclaration(cars, "{ nothing");
      await expect
        .poll(() => runningServer.complaints.join("\n"))
        .toContain("Invalid JSON");
      await page.reload();
      await expect(
        page.locator("[data-row-id]").getByText("Upcoming").first(),
      ).toBeVisible();
    });
  });
});
