import type { Page } from "@playwright/test";
import type { BidListReply } from "../generated/schemas";
import {
  expect,
  expectAccessible,
  ownOrigin,
  signIn,
  test,
} from "./support/fixtures";

const log = (page: Page) => page.getByRole("log", { name: "Messages" });

/** Opens a page and waits for its live stream, which tells of later changes only. */
const openLive = async (page: Page, path: string) => {
  const stream = page.waitForResponse(/\/api\/live/);
  await page.goto(path);
  await stream;
};

const write = async (page: Page, text: string) => {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.keyboard.press("Enter");
  await expect(log(page)).toContainText(text);
};

test("a client and a manager write to each other about a bid", async ({
  page,
  browser,
}) => {
  await signIn(page, "client");
  await openLive(page, "/bids");
  const reply = await page.request.get("/api/bid/my-bid");
  const [bid] = ((await reply.json()) as BidListReply).cars;
  if (!bid) throw new Error("The demo client has bids.");
  const own = page.locator(`tr[data-row-id="${bid.bidId}"]`);
  await own.getByRole("button", { name: /essages: / }).click();

  const second = await browser.newContext();
  const manager = await second.newPage();
  await signIn(manager, "manager");
  // Another test may have written with the bid.
  const read = await manager.request.put("/api/bid/update-chat-status", {
    data: { bidId: bid.bidId },
    headers: ownOrigin(),
  });
  expect(read.ok(), await read.text()).toBe(true);
  await openLive(manager, `/bid-manager?lotNo=${bid.lotNo}`);
  const row = manager.locator(`[role="row"][data-id="${bid.bidId}"]`);
  const open = row.getByRole("button", { name: /essages: / });
  await expect(open).toHaveAccessibleName(/^Messages: /);

  await write(page, "Is the floor dry? <b>Please</b> check.");
  await expect(open).toHaveAccessibleName(/^New messages: /);
  await open.click();
  await expect(log(manager)).toContainText("<b>Please</b> check.");
  await write(manager, "It is dry.");
  await expect(log(page)).toContainText("It is dry.");
  await expectAccessible(manager, '[role="log"]');

  await manager.getByRole("tab", { name: "Bidding history" }).click();
  await expect(
    manager.getByRole("listitem").filter({ hasText: /^Placed .*\(client\)/ }),
  ).toBeVisible();
  await second.close();
});
