import { expect, signIn, test } from "./support/fixtures";

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
  const accept = dialog.getByRole("button", { name: "Change status" });

  await rowOf(0).locator('[data-field="auction"]').click();
  await page.keyboard.press("2");
  await accept.click();
  await expect(status(0)).toHaveText("Bid");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(status(0)).toHaveText("New");

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
  await accept.click();
  await expect(
    page.getByText(/was not changed: Auction is finished/),
  ).toBeVisible();
  await expect(status(1)).toHaveText("Bid");
  await expect(status(2)).toHaveText("New");
  await expect(status(3)).toHaveText("Bid");
});
