import type { Page } from "@playwright/test";
import type { ListingReply } from "../generated/schemas";
import {
  expect,
  expectAccessible,
  looks,
  openIn,
  signIn,
  test,
} from "./support/fixtures";

/** Returns a car at a fixed price that the signed-in user has not ordered. */
async function carForSale(page: Page) {
  const reply = await page.request.get(
    "/api/stock/listing?status=4532&sort=startPrice&order=ASC&pageSize=70",
  );
  expect(reply.ok()).toBe(true);
  const { carsList } = (await reply.json()) as ListingReply;
  const car = carsList.find(({ startPrice, myBid }) => startPrice && !myBid);
  if (!car) throw new Error("The demo has no car at a fixed price.");
  return car;
}

const balanceOf = async (page: Page): Promise<number> => {
  const reply = await page.request.get("/api/user/view-profile");
  const { balanceInfo } = (await reply.json()) as {
    balanceInfo: { balance: number };
  };
  return balanceInfo.balance;
};

test("a client orders a car, and owes its price once a manager confirms it", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, "client");
  const car = await carForSale(page);
  await page.goto(`/oneprice/${car.id}`);
  const panel = page.getByRole("region", { name: "Your order" });
  await expect(panel.getByLabel("Group")).toHaveCount(0);
  await panel.getByRole("button", { name: "Order now" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm your order" });
  await expect(confirm).not.toContainText(/\bbid\b|auction/i);
  await confirm.getByRole("checkbox").check();
  await confirm.getByRole("button", { name: "Order now" }).click();
  const placed = page.getByRole("dialog", { name: "Your order is placed" });
  await placed.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("You have ordered this car")).toBeVisible();
  await expectAccessible(page);
  const before = await balanceOf(page);

  const managers = await browser.newContext({ baseURL: baseURL ?? "" });
  const manager = await managers.newPage();
  await signIn(manager, "manager", "/bid-manager");
  await manager.getByRole("link", { name: /orders? to confirm/ }).click();
  const row = manager
    .locator('[role="row"][data-id]')
    .filter({ hasText: car.lotNo });
  await row.locator('[data-field="bidStatus"]').getByRole("button").click();
  await manager
    .getByRole("dialog")
    .getByRole("button", { name: /^Confirmed/ })
    .click();
  const question = manager.getByRole("dialog", { name: "Confirm this order?" });
  await question.getByRole("button", { name: "Confirm order" }).click();
  await expect.poll(() => balanceOf(page)).toBe(before - (car.startPrice ?? 0));
  await page.reload();
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await managers.close();
});

const words = {
  en: {
    open: /^Order: /,
    place: "Order now",
    confirm: "Confirm your order",
    done: "Done",
    cancel: "Cancel order",
    question: "Cancel this order?",
    mine: "My order",
    below: "Order ¥",
  },
  ru: {
    open: /^Заказ: /,
    place: "Заказать сейчас",
    confirm: "Подтвердите заказ",
    done: "Готово",
    cancel: "Отменить заказ",
    question: "Отменить заказ?",
    mine: "Мой заказ",
    below: "Заказ ¥",
  },
};

/** The words for bids, which no text about an order may have. The Russian word for delivery contains one. */
const bids = /\b(bids?|bidding)\b|(?<!до)став(к|ок|им)/i;

for (const look of looks)
  test(
    `a client orders from the list and cancels without reading of bids (${look.language})`,
    { tag: look.tag },
    async ({ page }) => {
      const text = words[look.language];
      await openIn(page, look, "/auth/login");
      await signIn(page, "client");
      const car = await carForSale(page);
      await page.goto("/oneprice?status=4532&sort=startPrice&order=ASC");
      const row = page.locator("[data-row-id]").filter({ hasText: car.lotNo });
      await row.getByRole("button", { name: text.open }).click();
      const panel = page.getByRole("dialog").first();
      await expect(panel.getByText(/¥/).first()).toBeVisible();
      expect(await panel.innerText()).not.toMatch(bids);
      await panel.getByRole("button", { name: text.place }).click();
      const confirm = page.getByRole("dialog", { name: text.confirm });
      expect(await confirm.innerText()).not.toMatch(bids);
      await confirm.getByRole("checkbox").check();
      await confirm.getByRole("button", { name: text.place }).click();
      await page.getByRole("button", { name: text.done }).click();
      await expect(panel.getByText(text.mine)).toBeVisible();
      expect(await panel.innerText()).not.toMatch(bids);
      await expect(row.getByText(text.below)).toBeVisible();
      expect(await row.innerText()).not.toMatch(bids);
      await panel.getByRole("button", { name: text.cancel }).click();
      const question = page.getByRole("dialog", { name: text.question });
      expect(await question.innerText()).not.toMatch(bids);
      await question.getByRole("button", { name: text.cancel }).click();
      await expect(question).toBeHidden();
      await expect(
        panel.getByRole("button", { name: text.place }),
      ).toBeVisible();
      expect(await panel.innerText()).not.toMatch(bids);
    },
  );
