import type { BrowserContext, Page } from "@playwright/test";
import { expect, ownOrigin, signIn, test } from "./support/fixtures";
import { comingLot, leastBid } from "./support/lots";

/** Collects the live streams that all tabs of a browser open. */
function streamsOf(context: BrowserContext) {
  const opened: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/api/live") opened.push(pathname);
  });
  return opened;
}

/** Resolves when this many tabs hold or wait for the lock of the stream. */
const areFollowing = (page: Page, tabs: number) =>
  page.waitForFunction(
    `navigator.locks.query().then(({ held = [], pending = [] }) =>
      [...held, ...pending].filter(({ name }) =>
        name.startsWith("seriba.live.")).length === ${tabs})`,
  );

/** Opens the list of bids and waits for its rows. */
const isLoaded = (page: Page) =>
  expect(
    page.getByRole("status").filter({ hasText: /\d\s+bids/ }),
  ).toBeVisible();

test("two tabs share one live stream and show each other's bids", async ({
  page,
  context,
}) => {
  const streams = streamsOf(context);
  await signIn(page, "client", "/bids");
  await isLoaded(page);
  await areFollowing(page, 1);
  await expect.poll(() => streams.length).toBe(1);

  const second = await context.newPage();
  await second.goto("/bids");
  await isLoaded(second);
  await areFollowing(second, 2);

  const lot = await comingLot(second);
  const placed = await second.request.post("/api/bid/create", {
    data: { carId: lot.id, amount: leastBid(lot), bidType: 1, confirm: 1 },
    headers: ownOrigin(),
  });
  expect(placed.ok(), await placed.text()).toBe(true);
  for (const tab of [page, second])
    await expect(tab.getByText("This list has changed")).toBeVisible();
  const row = page.locator(`[data-row-link][href="/car-auction/${lot.id}"]`);
  await expect(row).toHaveCount(0);

  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(row.first()).toBeVisible();
  expect(streams).toHaveLength(1);
});
