import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  openIn,
  signIn,
  test,
} from "./support/fixtures";

type Rows = Record<string, unknown>[];

/** Changes the second row of each reply of a list call. */
async function spoil(
  page: Page,
  list: { path: string; rows: string; change: object; isChecked?: boolean },
) {
  const { path, rows, change, isChecked = true } = list;
  await page.route(`**/api${path}?*`, async (route) => {
    const response = await route.fetch();
    if (isChecked) await checksAreLoaded(page);
    const reply = (await response.json()) as Record<string, Rows>;
    Object.assign(reply[rows]?.[1] ?? {}, change);
    await route.fulfill({ response, json: reply });
  });
}

/** Resolves when the row validators are loaded, which may be after the list. */
const checksAreLoaded = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate<boolean>(
        `performance.getEntriesByType("resource").some(({ name }) =>
          name.includes("/workspace/rows/runtime."))`,
      ),
    )
    .toBe(true);

/**
 * Opens a list from another page. The page of the list itself may bring its
 * first rows along, which no route changes.
 */
async function openFrom(page: Page, path: string) {
  await page.locator(`nav a[href="${path}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
}

const cars = { path: "/auction/listing", rows: "carsList" };
const checks = /\/api\/workspace\/rows\/lot\.[\w-]+\.js$/;

// Only the server's validators know this length limit.
const lotNo = "longer than lot numbers are";
const spoilt = { lotNo, grade: "spoilt" };

test("reports a row that violates its schema instead of showing it", async ({
  page,
}) => {
  await signIn(page, "client", "/profile");
  await spoil(page, { ...cars, change: spoilt });
  const loading = page.waitForResponse((reply) => checks.test(reply.url()));
  await openFrom(page, "/car-auction");
  const notice = page.getByText("1 row of the list could not be shown");
  await expect(notice).toBeVisible();
  const module = await loading;
  expect(module.headers()["cache-control"]).toContain("immutable");
  const policy = module.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain("unsafe-eval");

  await expect(page.locator("tbody tr").first()).toBeVisible();
  await expect(page.getByRole("main").getByText("spoilt")).toHaveCount(0);
  await page.locator("summary", { hasText: "Details" }).click();
  await expect(page.getByText(/^Row 2, id \d+$/)).toBeVisible();
  await expect(
    page.getByText(`Lot no.: ${lotNo} is longer than 20 characters`),
  ).toBeVisible();
  await expectAccessible(page);
});

test("reports such a row in Russian, until the reader closes the notice", async ({
  page,
}) => {
  await openIn(page, { theme: "dark", language: "ru" }, "/auth/login");
  await signIn(page, "client");
  await page.goto("/profile");
  await spoil(page, { ...cars, change: spoilt });
  await openFrom(page, "/car-auction");
  await expect(
    page.getByText("1 строку списка не удалось показать"),
  ).toBeVisible();
  await page.locator("summary", { hasText: "Подробности" }).click();
  await expect(
    page.getByText(`Номер лота: ${lotNo} длиннее 20 символов`),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Закрыть" }).first().click();
  await expect(page.getByText(/не удалось показать/)).toHaveCount(0);
});

test("the data grid reports invalid rows as well", async ({ page }) => {
  const change = { bidAmount: "much" };
  await spoil(page, { path: "/bid/index", rows: "cars", change });
  await signIn(page, "manager", "/profile");
  await openFrom(page, "/bid-manager");
  await expect(page.getByRole("grid")).toBeVisible();
  await page.locator("summary", { hasText: "Details" }).click();
  await expect(
    page.getByText(/: much should be a whole number$/),
  ).toBeVisible();
});

test("shows a list without validation when its validators fail to load", async ({
  page,
}) => {
  await spoil(page, { ...cars, change: { year: 1066 }, isChecked: false });
  await page.route(checks, () => undefined);
  await signIn(page, "client", "/profile");
  await openFrom(page, "/car-auction");
  const lots = page.getByRole("main").locator("[data-row-link]");
  await expect(lots.nth(1)).toBeVisible();
  await expect(page.getByText(/could not be shown/)).toHaveCount(0);
});

test("every row of the demo is valid", async ({ page }) => {
  const routes = {
    client: ["/car-auction", "/bids"],
    manager: ["/car-auction", "/bid-manager"],
  };
  for (const account of ["client", "manager"] as const)
    for (const route of routes[account]) {
      await signIn(page, account, route);
      await checksAreLoaded(page);
      await expect(page.locator("[data-row-link]").first()).toBeVisible();
      await expect(page.getByText(/could not be shown/), route).toHaveCount(0);
    }
});
