import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  looks,
  openIn,
  signIn,
  test,
} from "./support/fixtures";
import { endSession, logInAgain } from "./support/session";

const list = "/workspace/car-auction";

const publishButton = (page: Page) =>
  page.getByRole("button", { name: "Publish", exact: true });

const tab = (page: Page, name: string) =>
  page.getByRole("tab", { name, exact: true }).click();

/** Publishes the draft after it has been checked. */
async function publish(page: Page, reason: string): Promise<void> {
  await expect(publishButton(page)).toBeEnabled();
  await publishButton(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Publish now" }).dblclick();
  await expect(dialog).toHaveCount(0);
}

async function rollBack(page: Page, reason: string): Promise<void> {
  await tab(page, "History");
  const entry = page.getByRole("listitem").filter({ hasText: reason }).first();
  await entry.getByRole("button", { name: "Roll back" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Not needed after all");
  await dialog.getByRole("button", { name: "Roll back" }).click();
  await expect(dialog).toHaveCount(0);
}

/** Adds a column for a field of the row. */
async function addColumn(page: Page, field: string): Promise<void> {
  await tab(page, "Fields");
  await page.getByLabel("Find a field").fill(field);
  await page
    .getByRole("listitem")
    .filter({ hasText: `${field} ·` })
    .getByRole("button", { name: "Add as a column" })
    .click();
}

/** Whether the published list has the column. */
const hasColumn = async (page: Page, id: string): Promise<boolean> => {
  const reply = await page.request.get("/api/workspace/resources/car-auction");
  return (await reply.text()).includes(`"id":"${id}"`);
};

test.beforeEach(() => {
  test.slow();
});

test("an added column appears in open lists and is rolled back", async ({
  page,
  browser,
}) => {
  const other = await browser.newContext();
  const client = await other.newPage();
  await signIn(client, "client", "/car-auction");
  const heading = client.getByRole("columnheader", { name: "Drive" });
  await expect(client.getByRole("table")).toBeVisible();
  await expect(heading).toHaveCount(0);

  await signIn(page, "admin", list);
  await addColumn(page, "priv");
  const preview = page.frameLocator("iframe");
  await expect(
    preview.getByRole("columnheader", { name: "Drive" }),
  ).toBeVisible();
  await tab(page, "Impact");
  await expect(page.getByText("Added: Columns › priv")).toBeVisible();
  await expect(page.getByText(/^Client gains: Columns › priv/)).toBeVisible();

  await publish(page, "People ask for the drive");
  await expect(heading).toBeVisible();
  await tab(page, "History");
  await expect(page.getByText("People ask for the drive")).toHaveCount(1);

  await rollBack(page, "People ask for the drive");
  await expect(heading).toHaveCount(0);
  await other.close();
});

test("the preview refuses to change data and says so", async ({ page }) => {
  const writes: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isCheck = /\/workspace\/(preview|check)$/.test(pathname);
    if (request.method() !== "GET" && !isCheck) writes.push(pathname);
  });
  await signIn(page, "admin", list);
  writes.length = 0;
  const preview = page.frameLocator("iframe");
  await preview
    .getByRole("button", { name: /^Compare/ })
    .first()
    .click();
  // Lots of USS have a disabled heart.
  await preview
    .getByRole("button", { name: /favourites$/, disabled: false })
    .first()
    .click();
  await preview.getByRole("button", { name: "Add to group A" }).click();
  await expect(preview.getByText("nothing was changed")).toBeVisible();
  expect(writes).toEqual([]);
  const stored = await page.evaluate('localStorage.getItem("seriba.compare")');
  expect(stored).toBeNull();
});

test("an invalid JSON text is kept and can be fixed", async ({ page }) => {
  await signIn(page, "admin", list);
  await tab(page, "JSON");
  const text = page.getByRole("textbox", { name: "Declaration as JSON" });
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("]");
  await expect(
    page.getByText("The JSON is invalid.", { exact: true }),
  ).toBeVisible();
  await expect(publishButton(page)).toBeDisabled();
  await tab(page, "Form");
  await expect(
    page.getByText("The JSON is invalid. Fix it in the JSON tab"),
  ).toBeVisible();

  await page.reload();
  await expect(
    page.getByText("The JSON is invalid.", { exact: true }),
  ).toBeVisible();
  await tab(page, "JSON");
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Backspace");
  await expect(
    page.getByText("No unpublished changes.", { exact: false }),
  ).toBeVisible();

  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(text).not.toBeFocused();
});

test.describe("an error", () => {
  // The browser logs the rejected preview.
  test.use({ expectedComplaints: /status of 422/ });

  test("is shown at its part and prevents publishing", async ({ page }) => {
    await signIn(page, "admin", list);
    await page.getByRole("button", { name: "Add to: Columns" }).click();
    await expect(
      page.getByText(/^Fix \d+ errors? before publishing/),
    ).toBeVisible();
    await expect(publishButton(page)).toBeDisabled();
    await expect(
      page
        .frameLocator("iframe")
        .getByText("The draft has errors.", { exact: false }),
    ).toBeVisible();
    await tab(page, "Impact");
    await expect(
      page.getByRole("tabpanel").getByText(/\/columns\/\d+\/id/),
    ).toBeVisible();

    await page.getByRole("button", { name: "Undo" }).click();
    await expect(
      page.getByText("No unpublished changes.", { exact: false }),
    ).toBeVisible();
  });
});

test("the second of two administrators merges both versions", async ({
  page,
  browser,
}) => {
  const other = await browser.newContext();
  const second = await other.newPage();
  await signIn(page, "admin", list);
  await signIn(second, "admin", list);
  await addColumn(page, "priv");
  await addColumn(second, "averagePrice");
  await expect(publishButton(second)).toBeEnabled();

  await publish(page, "The first was faster");
  await expect(
    second.getByText("has published another version", { exact: false }),
  ).toBeVisible();
  await expect(publishButton(second)).toBeDisabled();
  await second.getByRole("button", { name: "Merge" }).click();
  await expect(second.getByText("Both versions are merged.")).toBeVisible();
  await publish(second, "The second came after");
  expect(await hasColumn(second, "priv")).toBe(true);
  expect(await hasColumn(second, "averagePrice")).toBe(true);

  await rollBack(second, "The first was faster");
  expect(await hasColumn(second, "priv")).toBe(false);
  expect(await hasColumn(second, "averagePrice")).toBe(true);
  await rollBack(second, "The second came after");
  expect(await hasColumn(second, "averagePrice")).toBe(false);
  await other.close();
});

test.describe("a session that ends in the publish dialog", () => {
  // The browser logs the rejected call.
  test.use({ expectedComplaints: /status of 401/ });

  test("leaves the typed reason, which publishes after a new login", async ({
    page,
  }) => {
    await signIn(page, "admin", list);
    await addColumn(page, "priv");
    await expect(publishButton(page)).toBeEnabled();
    await publishButton(page).click();
    const dialog = page.getByRole("dialog", { name: "Publish the draft" });
    const send = dialog.getByRole("button", { name: "Publish now" });
    await dialog.getByLabel("Reason").fill("Typed before the login");
    await endSession(page);
    await send.click();
    await logInAgain(page);
    await expect(dialog.getByLabel("Reason")).toHaveValue(
      "Typed before the login",
    );
    await send.click();
    await expect(dialog).toHaveCount(0);
    expect(await hasColumn(page, "priv")).toBe(true);
    await rollBack(page, "Typed before the login");
  });
});

test("only an administrator finds the workshop", async ({ page }) => {
  await signIn(page, "manager", "/workspace");
  await expect(page.getByRole("main")).toContainText("not found", {
    ignoreCase: true,
  });
  await expect(page.getByRole("link", { name: "Workshop" })).toHaveCount(0);
});

for (const look of looks)
  test(
    `it looks right and is accessible: ${look.theme}, ${look.language}`,
    { tag: look.tag },
    async ({ page }) => {
      await signIn(page, "admin");
      await openIn(page, look, list);
      const tabs = page.getByRole("tab");
      await expect(tabs.first()).toBeVisible();
      await expectAccessible(page);
      for (let index = 1; index < (await tabs.count()); index += 1) {
        await tabs.nth(index).click();
        await expect(tabs.nth(index)).toHaveAttribute("aria-selected", "true");
        await expectAccessible(page, '[role="tabpanel"]');
      }
      const overflow = await page.evaluate(
        "document.documentElement.scrollWidth - innerWidth",
      );
      expect(overflow).toBeLessThanOrEqual(0);
    },
  );

test("a field is created, shown and filled in without a restart", async ({
  page,
}) => {
  await signIn(page, "admin", "/workspace/inland-rates");
  await tab(page, "Fields");
  await page.getByRole("button", { name: "New field" }).click();
  await page.getByLabel("Title in English").fill("Fee");
  await page.getByRole("button", { name: "Add to the draft" }).click();
  await expect(page.getByText(/already has a field "fee"/)).toBeVisible();
  await expect(page.getByText("Correct 2 entries.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Title in English").fill("Pick-up day");
  await page.getByLabel("Title in Russian").fill("День вывоза");
  // The typed text stays over a reload.
  await page.reload();
  await tab(page, "Fields");
  await expect(page.getByLabel("Title in Russian")).toHaveValue("День вывоза");
  await page.getByLabel("Type", { exact: true }).selectOption("choices");
  for (const [index, [en, ru]] of [
    ["Monday", "Понедельник"],
    ["Friday", "Пятница"],
  ].entries()) {
    const number = String(index + 1);
    await page.getByLabel(`Choice ${number} in English`).fill(en ?? "");
    await page.getByLabel(`Choice ${number} in Russian`).fill(ru ?? "");
  }
  await page.getByLabel("As a filter").check();
  await page.getByRole("button", { name: "Add to the draft" }).click();
  await expect(page.getByText("Created here")).toBeVisible();
  await publish(page, "Drivers ask for the day");

  await page.goto("/inland-rates");
  await expect(
    page.getByRole("columnheader", { name: "Pick-up day" }),
  ).toBeVisible();
  await page.goto("/inland-rates/new");
  await expect(page.getByLabel("Pick-up day")).toBeVisible();

  await page.goto("/workspace/inland-rates");
  await rollBack(page, "Drivers ask for the day");
  await tab(page, "Fields");
  await expect(page.getByText("Created here")).toHaveCount(0);
});

test("an action is created, and managers start it without a restart", async ({
  page,
}) => {
  await signIn(page, "admin", "/workspace/inland-rates");
  await tab(page, "Actions");
  await page.getByRole("button", { name: "New action" }).click();
  await page.getByRole("button", { name: "Add to the draft" }).click();
  await expect(page.getByText("Choose at least one field.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Title in English").fill("Mark as checked");
  await page.getByLabel("Title in Russian").fill("Отметить проверенным");
  await page.getByRole("checkbox", { name: "Note", exact: true }).check();
  await page.getByLabel("Always the same value: Note").check();
  await page.getByLabel("Value of Note; empty removes it").fill("checked");
  await page.getByRole("button", { name: "Add to the draft" }).click();
  await expect(page.getByText("markAsChecked")).toBeVisible();
  await publish(page, "Rates are checked each month");

  await page.goto("/inland-rates");
  await page
    .getByRole("row")
    .nth(1)
    .getByRole("button", { name: "Actions" })
    .click();
  await page.getByRole("button", { name: "Mark as checked" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("checked");

  await page.goto("/workspace/inland-rates");
  await rollBack(page, "Rates are checked each month");
  await tab(page, "Actions");
  await expect(page.getByText("markAsChecked")).toHaveCount(0);
});
