import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./support/fixtures";

// The browser logs lost replies, and the conflict when the change is sent again.
test.use({ expectedComplaints: /Failed to load resource/ });

test("a manager sets a status by key and on three bids; a refused bid alone goes back", async ({
  page,
}) => {
  await signIn(page, "manager", "/bid-manager?bidStatus=1");
  const rows = page.locator('[role="row"][data-id]');
  await expect(rows.nth(3)).toBeVisible();
  const ids: (string | null)[] = [];
  for (let index = 0; index < 4; index += 1)
    ids.push(await rows.nth(index).getAttribute("data-id"));
  const rowOf = (index: number) =>
    page.locator(`[role="row"][data-id="${ids[index]}"]`);
  const status = (index: number) =>
    rowOf(index).locator('[data-field="bidStatus"]');
  const dialog = page.getByRole("dialog");

  await rowOf(0).locator('[data-field="auction"]').click();
  // Keys act once the bodies of the actions have arrived.
  await expect(async () => {
    await page.keyboard.press("2");
    await expect(status(0)).toHaveText(/^Bid/, { timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(status(0)).toHaveText(/^New/);

  // Menus open inside the modal dialog; Escape closes the menu alone.
  await rowOf(0).locator('[data-field="auction"]').click();
  await page.keyboard.press("e");
  const group = dialog.getByRole("combobox", { name: /^Group/ });
  await group.click();
  await expect(
    dialog.getByRole("option", { name: "C", exact: true }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await group.fill("C");
  await page.keyboard.press("Enter");
  const sent = page.waitForRequest(/update-bid-price$/);
  await dialog.getByRole("button", { name: "Save" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ bidGroup: 3 });
  await expect(dialog).toHaveCount(0);

  // The server's own reply, with a refusal for the second bid.
  await page.route("**/api/bid/update-bid-statuses", async (route) => {
    const { rows: bodies } = route.request().postDataJSON() as {
      rows: { bidId: string }[];
    };
    await route.fulfill({
      json: {
        success: true,
        results: bodies.map(({ bidId }, index) =>
          index === 1
            ? { success: false, bidId, error: "Auction is finished" }
            : { success: true, bidId, bidStatus: 2, version: 9 },
        ),
      },
    });
  });
  await rowOf(1).getByRole("checkbox").click();
  await rowOf(3)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("2");
  await expect(
    page.getByText(/was not changed: Auction is finished/),
  ).toBeVisible();
  await expect(status(1)).toHaveText(/^Bid/);
  await expect(status(2)).toHaveText(/^New/);
  await expect(status(3)).toHaveText(/^Bid/);

  // The server makes the change, but its reply is lost.
  await page.unrouteAll();
  await loseReply(page);
  await page
    .getByRole("status")
    .getByRole("button", { name: "Close", exact: true })
    .click();
  await page.keyboard.press("Escape");
  await rowOf(0).locator('[data-field="auction"]').click();
  await page.keyboard.press("2");
  await expect(page.getByText(/: New → Bid\. \D/)).toBeVisible();

  await expectAccessible(page, ".MuiDataGrid-root");
});

test(
  "a manager sets a status on a phone although the reply is lost",
  { tag: "@phone-only" },
  async ({ page }) => {
    await signIn(page, "manager", "/bid-manager?bidStatus=2");
    const card = page.locator("li[data-row-id]").first();
    await loseReply(page);
    await card.getByRole("button", { name: /^Actions for/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "New", exact: true })
      .click();
    await expect(page.getByText(/: Bid → New\. \D/)).toBeVisible();
  },
);

/** Lets the next change of a status reach the server, and loses its reply. */
const loseReply = (page: Page) =>
  page.route(
    "**/api/bid/update-bid-status",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
