import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support/fixtures";
import { comingLot, leastBid } from "./support/lots";

test.use({
  expectedComplaints: /Failed to load resource|dynamically imported module/,
  expectedServerComplaints: /"part":"DayCalendar/,
});

/** Begins a freight rate, and returns what it takes to go on. */
async function beginRate(page: Page) {
  await signIn(page, "manager", "/freight/new");
  const destination = page.getByLabel("Port of destination");
  await destination.fill("Durban, half typed");
  return {
    destination,
    calendar: page.getByRole("button", { name: "Valid from: calendar" }),
    failure: page.getByRole("dialog", { name: "Something went wrong" }),
  };
}

test("a part whose script does not arrive leaves the typed form, and loads on the next try", async ({
  page,
}) => {
  let isBlocked = true;
  await page.route("**/assets/DayCalendar-*.js", (route) =>
    isBlocked ? route.abort() : route.continue(),
  );
  const { destination, calendar, failure } = await beginRate(page);
  await calendar.click();
  await expect(failure).toContainText("could not be loaded");
  isBlocked = false;
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(destination).toHaveValue("Durban, half typed");
});

test("a page of an earlier build reloads once, with the typed form", async ({
  page,
}) => {
  let loads = 0;
  page.on("load", () => (loads += 1));
  const { destination, calendar, failure } = await beginRate(page);
  // A deploy has replaced the scripts.
  await page.route("**/assets/DayCalendar-*.js", (route) =>
    route.fulfill({ status: 404 }),
  );
  await page.route("**/assets/index-*.js", (route) =>
    route.request().method() === "HEAD"
      ? route.fulfill({ status: 404 })
      : route.continue(),
  );
  const loadsBefore = loads;
  await calendar.click();
  await expect(page.getByText("We restored what you had typed")).toBeVisible();
  await expect(destination).toHaveValue("Durban, half typed");
  await calendar.click();
  await expect(failure).toContainText("could not be loaded");
  expect(loads - loadsBefore).toBe(1);
});

test("a page of an earlier build logs in again without loading scripts", async ({
  page,
  context,
}) => {
  await signIn(page, "client", "/bids");
  await page.route("**/assets/**", (route) => route.abort());
  await context.clearCookies();
  await page.evaluate(() => {
    new BroadcastChannel("seriba.session").postMessage({});
  });
  const dialog = page.getByRole("dialog", { name: "Session expired" });
  await dialog.getByLabel("Password", { exact: true }).fill("seriba-demo");
  await dialog.getByRole("button", { name: "Log in again" }).click();
  await expect(dialog).toBeHidden();
});

/** Signs in by the form, with a session of its own. */
async function logIn(page: Page, account: string) {
  await page.getByLabel("E-mail").fill(`${account}@seriba.test`);
  await page.getByLabel("Password", { exact: true }).fill("seriba-demo");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("link", { name: /\d/ }).first()).toBeVisible();
}

/** Returns everything that the browser stores for the site, by its key. */
const stored = (page: Page) =>
  page.evaluate<{
    entries: Record<string, string>;
    databases: number;
    caches: number;
  }>(`(async () => ({
    entries: { ...localStorage, ...sessionStorage },
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
  }))()`);

const ofBrowser =
  /^seriba\.(theme|language|sidebar|signedIn|refreshes|reloaded|owner)$/;

test("two users of one browser leave nothing for each other", async ({
  page,
  context,
}) => {
  await page.goto("/auth/login");
  await logIn(page, "client");
  const { detail } = (await (
    await page.request.get("/api/user/view-profile")
  ).json()) as { detail: { userId: string } };
  await page.goto("/car-auction?year=2015,2020");
  const opened = context.waitForEvent("page");
  await page.locator("[data-row-link]").first().click();
  const lot = await opened;
  await expect(lot.getByRole("heading", { level: 1 })).toBeVisible();
  const lotPath = new URL(lot.url()).pathname;
  await lot.close();
  await page
    .getByRole("button", { name: /compar/i })
    .first()
    .click();
  expect(JSON.stringify((await stored(page)).entries)).toContain(lotPath);

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByLabel("E-mail")).toBeVisible();
  const expectNothingOfClient = async () => {
    const { entries, ...left } = await stored(page);
    const shared = Object.entries(entries).filter(
      ([key]) => !ofBrowser.test(key) && !key.includes(`/${detail.userId}/`),
    );
    expect(JSON.stringify(shared)).not.toContain(detail.userId);
    expect(JSON.stringify(entries)).not.toContain(lotPath);
    expect(left.caches).toBe(0);
    return shared;
  };
  expect(await expectNothingOfClient()).toEqual([]);
  // Later there is a database of what the next user reads: see offline.spec.ts.
  expect((await stored(page)).databases).toBe(0);

  await logIn(page, "dealer");
  await expectNothingOfClient();
  expect((await stored(page)).entries["seriba.owner"]).not.toBe(detail.userId);
  await expect(page.getByRole("region", { name: /compar/i })).toHaveCount(0);
});

test(
  "Back closes what is open above the page of a phone, and keeps what was typed",
  { tag: "@phone-only" },
  async ({ page }) => {
    await signIn(page, "client");
    const lot = await comingLot(page);
    const list = `/car-auction?search=lot_no-${lot.lotNo}`;
    await page.goto(list);
    await page.getByRole("button", { name: /^Filters/ }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(list);

    await page.locator("[data-row-link]").first().click();
    const open = page.getByRole("button", { name: "Place bid" });
    await open.click();
    const amount = dialog.getByLabel("Your maximum");
    await amount.fill(String(leastBid(lot)));
    const typed = await amount.inputValue();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await open.click();
    await expect(amount).toHaveValue(typed);
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.goBack();
    // The typed amount would be lost now.
    await dialog.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(list);
  },
);
