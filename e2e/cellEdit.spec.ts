import {
  expect,
  expectAccessible,
  ownOrigin,
  signIn,
  test,
} from "./support/fixtures";

// The browser logs the conflict, and calls that have no connection.
// Going offline also interrupts scripts and styles that are still being loaded.
test.use({
  expectedComplaints:
    /Failed to load resource|ERR_INTERNET|preload|dynamically imported module/,
});

test("a manager records a sold price in its cell by keyboard", async ({
  page,
}) => {
  await signIn(page, "manager", "/bid-manager?bidStatus=2");
  const row = page.locator('[role="row"][data-id]').first();
  await expect(row).toBeVisible();
  const id = (await row.getAttribute("data-id")) ?? "";
  const cell = page.locator(
    `[role="row"][data-id="${id}"] [data-field="soldPrice"]`,
  );
  await row.locator('[data-field="bid"]').click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(cell.getByRole("button", { name: /^Edit/ })).toBeFocused();
  await page.keyboard.press("Enter");
  const input = cell.getByRole("textbox", { name: /^Edit/ });
  await expect(input).toBeFocused();
  // The grid cell around it takes the focus but is no target of its own.
  await expectAccessible(page, '[data-field="soldPrice"] form');
  await page.keyboard.type("999");
  await page.keyboard.press("Escape");
  await expect(cell).not.toContainText("999");
  await page.keyboard.press("Enter");
  // A price as high as the bid raises no doubt.
  const bid = await row.locator('[data-field="bid"]').innerText();
  const price = /\d[\d\u202f]+/.exec(bid)?.[0] ?? "";
  await page.keyboard.type(price.replaceAll("\u202f", ""));
  await page.keyboard.press("Enter");
  // The auction of the lot is still to come.
  await page.getByRole("button", { name: "Record price" }).click();
  await expect(cell).toContainText(price);
  await expect(page.getByText(new RegExp(` → .?${price}`))).toBeVisible();
  await page.reload();
  await expect(cell).toContainText(price);
});

test("a manager does not overwrite a sold price that another manager has just set", async ({
  page,
}) => {
  // Without live news, the page keeps the older version.
  await page.route("**/api/live*", () => undefined);
  await signIn(page, "admin", "/bid-manager?bidStatus=1");
  const row = page.locator('[role="row"][data-id]').first();
  const bidId = (await row.getAttribute("data-id")) ?? "";
  const cell = page.locator(
    `[role="row"][data-id="${bidId}"] [data-field="soldPrice"]`,
  );
  await row.hover();
  await cell.getByRole("button", { name: /^Edit/ }).click();
  await page.keyboard.type("310000");

  await signIn(page, "manager");
  const saved = await page.request.put("/api/bid/update-sold-price", {
    data: { bidId, soldPrice: 150_000, confirm: 1 },
    headers: ownOrigin(),
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await signIn(page, "admin");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Record price" }).click();
  await expect(
    page.getByText(/Set to ¥?150.000 in the meantime by .+ Japan time/),
  ).toBeVisible();
  await expect(cell.getByRole("textbox")).toHaveValue("310\u202f000");
  await page.getByRole("button", { name: /^Keep ¥?150/ }).click();
  await expect(cell).toContainText("150\u202f000");
});

test("a choice of a record waits for the connection, and Ctrl+Z takes it back", async ({
  page,
  context,
}) => {
  // Nothing of the live news loads while there is no connection.
  await page.route("**/api/live*", () => undefined);
  await signIn(page, "admin", "/announcements");
  const rows = page.locator("tbody tr");
  await expect(rows.filter({ hasText: "Everybody" }).first()).toBeVisible();
  const texts = await rows.allTextContents();
  const row = rows.nth(texts.findIndex((text) => text.includes("Everybody")));
  const menu = row.getByRole("button", { name: /^Actions for/ });
  await menu.click();
  const choices = page.getByRole("dialog").getByRole("group");
  const managers = choices.getByRole("button", { name: "Managers" });
  await expect(managers).toBeVisible();
  await context.setOffline(true);
  // The banner of the lost connection moves what a click would hit.
  await managers.press("Enter");
  await expect(row).toContainText("Managers");
  const sent = page.waitForResponse(
    (reply) => reply.request().method() === "PATCH",
  );
  await context.setOffline(false);
  expect((await sent).ok()).toBe(true);
  await menu.focus();
  await page.keyboard.press("Control+z");
  await expect(row).toContainText("Everybody");
});

test("a status that was chosen offline is kept, and sent on request", async ({
  page,
  context,
}) => {
  await signIn(page, "manager", "/bid-manager?bidStatus=1");
  const row = page.locator('[role="row"][data-id]').first();
  const status = row.locator('[data-field="bidStatus"]');
  await status.getByRole("button").click();
  const bid = page.getByRole("dialog").getByRole("button", { name: /^Bid/ });
  await expect(bid).toBeVisible();
  await context.setOffline(true);
  await bid.press("Enter");
  const kept = page.getByRole("region", { name: /^Not sent: / });
  await expect(kept.getByRole("button", { name: "Send" })).toBeDisabled();
  await expectAccessible(page, "section[aria-label^='Not sent']");
  await expect(status).toContainText("New");
  await context.setOffline(false);
  await kept.getByRole("button", { name: "Send" }).click();
  await expect(status).toContainText("Bid");
  await row.locator('[data-field="auction"]').click();
  await page.keyboard.press("Control+z");
  await expect(status).toContainText("New");
});
