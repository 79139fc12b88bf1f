import type { Page } from "@playwright/test";
import type { DashboardReply } from "../generated/schemas";
import {
  expect,
  expectAccessible,
  ownOrigin,
  signIn,
  test,
} from "./support/fixtures";
import { comingLot, leastBid } from "./support/lots";

const dashboard = "/dashboard";

// Wide enough for the menu beside the page.
test.use({ viewport: { width: 1440, height: 900 } });

/** Returns the number that a tile shows. */
async function numberOf(page: Page, tile: string): Promise<number> {
  const text = await page
    .locator(`[data-tile="${tile}"] a span`)
    .last()
    .textContent();
  return Number(text?.replaceAll(/\D/g, ""));
}

for (const [account, tile] of [
  ["client", "ownReview"],
  ["dealer", "dealerReview"],
  ["manager", "unread"],
  ["admin", "securityToday"],
] as const)
  test(`the dashboard of a ${account} leads to as many rows as it counts`, async ({
    page,
  }) => {
    await signIn(page, account, "/profile");
    const menu = page.getByRole("navigation").first();
    const first = menu.getByRole("link").first();
    await expect(first).toHaveAttribute("href", dashboard);
    await first.click();
    await expect(page).toHaveURL(dashboard);
    await expect(page.locator("[data-tile] a").first()).toBeVisible();
    await expectAccessible(page);
    const counted = await numberOf(page, tile);
    expect(counted).toBeGreaterThan(0);
    const listed = page.waitForResponse(async (reply) =>
      (await reply.text()).includes('"pageInfo":{'),
    );
    await page.locator(`[data-tile="${tile}"] a`).click();
    await expect(page).not.toHaveURL(dashboard);
    const { pageInfo } = (await (await listed).json()) as {
      pageInfo: { totalSearchResults: number };
    };
    expect(pageInfo.totalSearchResults).toBe(counted);
    await page.goBack();
    await expect(page.locator(`[data-tile="${tile}"]`)).toBeVisible();
  });

test("a tile follows a new bid, with few calls", async ({ page }) => {
  const calls: string[] = [];
  await signIn(page, "client");
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/") && !pathname.includes("/photos/"))
      calls.push(`${pathname}${search}`);
  });
  await page.goto(dashboard);
  await expect(page.locator('[data-tile="ownReview"] a')).toBeVisible();
  await page.waitForFunction(
    `navigator.locks.query().then(({ held = [] }) =>
      held.some(({ name }) => name.startsWith("seriba.live.")))`,
  );
  // The live stream stays open. Preferences are read once the page is idle.
  const ended = calls.filter((call) => !call.startsWith("/api/live"));
  expect(new Set(ended).size).toBe(ended.length);
  expect([
    "/api/dashboard?name=today",
    "/api/site/menu-counters",
    "/api/user/preferences",
  ]).toEqual(expect.arrayContaining(ended));
  const before = await numberOf(page, "ownReview");
  const lot = await comingLot(page);
  const placed = await page.request.post("/api/bid/create", {
    data: { carId: lot.id, amount: leastBid(lot), bidType: 1, confirm: 1 },
    headers: ownOrigin(),
  });
  expect(placed.ok(), await placed.text()).toBe(true);
  await expect.poll(() => numberOf(page, "ownReview")).toBeGreaterThan(before);
});

test("a tile that fails offers a retry beside the others", async ({ page }) => {
  await signIn(page, "client", "/profile");
  await page.route(
    (url) =>
      url.pathname === "/api/dashboard" && !url.searchParams.has("tiles"),
    async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as DashboardReply;
      const tiles = body.tiles.map((tile) =>
        tile.id === "ownWins"
          ? { id: tile.id, to: tile.to, error: "unavailable" }
          : tile,
      );
      await route.fulfill({ response: reply, json: { ...body, tiles } });
    },
  );
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  const failed = page.locator('[data-tile="ownWins"]');
  await expect(failed.getByRole("alert")).toContainText("did not load");
  await expect(page.locator('[data-tile="ownReview"] a')).toBeVisible();
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(failed.getByRole("link", { name: /Wins/ })).toBeVisible();
});
