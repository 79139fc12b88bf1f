import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support/fixtures";
import { comingLot, leastBid } from "./support/lots";
import { endSession, logInAgain } from "./support/session";

test.use({ expectedComplaints: /Failed to load resource/ });

/** Answers the next call of the path with 503, without passing it on. */
const refuseNext = (page: Page, path: string) =>
  page.route(
    `**/api${path}`,
    (route) =>
      route.fulfill({
        status: 503,
        json: {
          success: false,
          messageCode: "unavailable",
          message: "Please try again",
          requestId: "00000000-0000-4000-8000-000000000000",
        },
      }),
    { times: 1 },
  );

/** Passes the next call of the path on, and cuts the connection before the answer. */
const loseNextAnswer = (page: Page, path: string) =>
  page.route(
    `**/api${path}`,
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );

test("the login form keeps its text after an error", async ({ page }) => {
  await page.goto("/");
  const email = page.getByLabel("E-mail");
  const password = page.getByLabel("Password", { exact: true });
  const submit = page.getByRole("button", { name: "Log in", exact: true });
  await email.fill("client@seriba.test");
  await password.fill("seriba-demo");
  await refuseNext(page, "/auth");
  await submit.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(email).toHaveValue("client@seriba.test");
  await expect(password).toHaveValue("seriba-demo");
  await submit.click();
  await expect(email).toHaveCount(0);
});

test("forms of saved searches keep their text over an error and a new login", async ({
  page,
}) => {
  await signIn(page, "client", "/car-auction?year=2015,2020");
  await page.getByRole("button", { name: /^Saved searches/ }).click();
  const dialog = page.getByRole("dialog", { name: /search/i });
  await dialog.getByRole("button", { name: "Save this search" }).click();
  const title = dialog.getByRole("textbox", { name: "Title" });
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await title.fill("Typed once");
  await refuseNext(page, "/user/save-search");
  await save.click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(title).toHaveValue("Typed once");
  await endSession(page);
  await save.click();
  await logInAgain(page);
  await expect(title).toHaveValue("Typed once");
  await save.dblclick();
  await dialog.getByRole("button", { name: "View all" }).click();
  const found = dialog.getByRole("button", { name: /^Typed once/ });
  await expect(found).toHaveCount(1);

  await dialog.getByRole("button", { name: "Rename “Typed once”" }).click();
  await title.fill("Typed twice");
  await refuseNext(page, "/user/update-search");
  await title.press("Enter");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(title).toHaveValue("Typed twice");
  await endSession(page);
  await title.press("Enter");
  await logInAgain(page);
  await expect(title).toHaveValue("Typed twice");
  await title.press("Enter");
  await expect(
    dialog.getByRole("button", { name: /^Typed twice/ }),
  ).toHaveCount(1);
  await expect(found).toHaveCount(0);
});

test("the form of a bid keeps its text, and a lost answer leaves one bid", async ({
  page,
}) => {
  await signIn(page, "client", "/profile");
  const lot = await comingLot(page);
  const amount = leastBid(lot);
  await page.goto(`/car-auction/${lot.id}`);
  const panel = page.getByRole("region", { name: "Your bid" });
  const field = panel.getByLabel("Your maximum");
  await field.fill(String(amount));
  await panel.getByLabel("Export type").selectOption({ label: "Ro-ro" });
  const expectKept = async () => {
    const shown = (await field.inputValue()).replace(/\D/g, "");
    expect(shown).toBe(String(amount));
  };
  const confirm = page.getByRole("dialog", { name: "Confirm your bid" });
  const open = async () => {
    await panel.getByRole("button", { name: "Place bid" }).click();
    await confirm.getByRole("checkbox").check();
  };
  await open();
  await endSession(page);
  await confirm.getByRole("button", { name: "Place bid" }).click();
  await logInAgain(page);
  await expectKept();
  if (!(await confirm.isVisible())) await open();
  await loseNextAnswer(page, "/bid/create");
  await confirm.getByRole("button", { name: /Place bid|Try again/ }).click();
  await expect(confirm.getByRole("alert")).toBeVisible();
  // The panel behind may know by now that the bid was placed.
  expect((await confirm.innerText()).replace(/\D/g, "")).toContain(
    String(amount),
  );
  await confirm.getByRole("button", { name: "Try again" }).click();
  await expect(
    page.getByRole("dialog", { name: "Your bid is placed" }),
  ).toBeVisible();
  const reply = await page.request.get("/api/bid/my-bid");
  const { cars } = (await reply.json()) as { cars: { id: string }[] };
  expect(cars.filter(({ id }) => id === lot.id)).toHaveLength(1);
});
