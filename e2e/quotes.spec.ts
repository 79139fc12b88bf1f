import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  looks,
  openIn,
  ownOrigin,
  signIn,
  test,
} from "./support/fixtures";
import { comingLot } from "./support/lots";
import {
  addRates,
  changeRate,
  freightTable,
  port,
  removeRates,
  setChoices,
  yen,
  type AddedRate,
} from "./support/rates";

let added: AddedRate[] = [];

test.beforeEach(async ({ page }) => {
  added = await addRates(page);
});

test.afterEach(async ({ page }) => {
  await removeRates(page, added);
});

/** Saves the start price of a lot as a quote of the signed-in client. */
async function makeQuote(page: Page): Promise<string> {
  const { id, startPrice } = await comingLot(page);
  const reply = await page.request.post("/api/prices/quotes", {
    data: { list: "car-auction", id, basis: "startPrice", amount: startPrice },
    headers: ownOrigin(),
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { result } = (await reply.json()) as { result: { id: string } };
  return result.id;
}

const numberOf = (text: string | null) =>
  Number((text ?? "").replace(/\D/g, ""));

test("a client saves a price as a quote, sees what has moved, prices it again and shares it @phone", async ({
  page,
  browser,
}) => {
  await signIn(page, "client");
  await setChoices(page, { destination: port, currency: null });
  const lot = await comingLot(page);
  await page.goto(`/car-auction/${lot.id}`);
  const card = page.getByRole("region", { name: "Price at my port" });
  const onCard = card
    .locator("dl > div")
    .filter({ hasText: /^Whole price/ })
    .locator("dd")
    .first();
  await expect(onCard).toHaveText(/^¥/);
  const total = numberOf(await onCard.textContent());
  await card.getByRole("button", { name: "Save as quote" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as quote" });
  await expectAccessible(page);
  await dialog.getByLabel("Safety days").fill("20");
  await dialog.getByRole("button", { name: "Save as quote" }).click();
  await expect(dialog.getByText("The quote is saved.")).toContainText(
    yen(total),
  );
  await dialog.getByRole("link", { name: "Open the quote" }).click();

  // The quote has the number of the card, and the price of today is the same.
  const lines = page.getByRole("region", { name: /^Price of/ });
  await expect(lines).toContainText(yen(total));
  const state = page.getByRole("region", { name: "State" });
  await expect(state).toContainText(
    "The price of today is the price of this quote",
  );
  await expectAccessible(page);

  // A manager raises the freight, and the open quote says so.
  const manager = await (await browser.newContext()).newPage();
  await signIn(manager, "manager");
  await changeRate(manager, added, {
    ...{ list: "freight", changes: { price: 54_444 } },
    base: page.url(),
  });
  await manager.context().close();
  await page.reload();
  await expect(state).toContainText(yen(total + 10_000));
  await expect(state).toContainText(`+${yen(10_000)}`);
  await expect(state).toContainText(
    `Freight: ${yen(44_444)} in the quote, ${yen(54_444)} today`,
  );
  await state.getByRole("button", { name: "Price again" }).click();
  await page
    .getByRole("dialog", { name: "Price again" })
    .getByRole("button", { name: "Price again" })
    .click();
  await expect(lines).toContainText(yen(total + 10_000));
  await expect(
    page.getByRole("region", { name: "Former prices" }),
  ).toContainText(yen(total));

  // The link opens for somebody who has no account, until its owner ends it.
  const links = page.getByRole("region", { name: "Link for others" });
  await links.getByRole("button", { name: "Make a link" }).click();
  const address = links.getByText(/\/quote#[\w-]{43}$/);
  const link = (await address.textContent()) ?? "";
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(link);
  await expect(
    stranger
      .getByText(`Whole price at ${port}`)
      .locator("..")
      .getByRole("definition"),
  ).toHaveText(yen(total + 10_000));
  await expectAccessible(stranger);
  const print = stranger.waitForEvent("download");
  await stranger.getByRole("button", { name: "Download as PDF" }).click();
  expect((await print).suggestedFilename()).toBe("quote.pdf");
  await links.getByRole("button", { name: "End the link" }).click();
  await expect(links).toContainText("There is no open link.");
  await stranger.reload();
  await expect(
    stranger.getByRole("heading", { name: "This link has ended" }),
  ).toBeVisible();
  await context.close();

  // The list has the quote with its state, and its page removes it.
  const download = page.waitForEvent("download");
  await state.getByRole("button", { name: "Download as PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^quote-\d+\.pdf$/);
  await page.getByRole("button", { name: "Remove" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(page).toHaveURL(/\/quotes$/);
  await expect(page.getByText("Nothing here yet")).toBeVisible();
});

test("a manager sees what an import of rates does to open quotes before it @phone", async ({
  page,
  browser,
}) => {
  await signIn(page, "client");
  await setChoices(page, { destination: port, currency: null });
  const id = await makeQuote(page);
  const context = await browser.newContext();
  const manager = await context.newPage();
  await signIn(manager, "manager", "/freight/import");
  const table = manager.getByRole("textbox", { name: "Table" });
  await table.fill(freightTable(64_444));
  await manager.getByRole("button", { name: "Show the preview" }).click();
  const effect = manager.getByRole("region", { name: "Open quotes" });
  await expect(effect).toContainText("would have another price");
  await expect(effect).toContainText(`Largest change: +${yen(20_000)}`);
  await expectAccessible(manager);
  const link = effect.locator(`a[href="/quotes/${id}"]`);
  await link.click();
  await expect(manager).toHaveURL(new RegExp(`/quotes/${id}$`));
  await context.close();
});

for (const { tag, ...look } of looks)
  test(
    `quotes are legible and accessible in ${look.language} ${look.theme}`,
    { tag },
    async ({ page }) => {
      await signIn(page, "client");
      await setChoices(page, { destination: port, currency: "RUB" });
      const id = await makeQuote(page);
      for (const path of ["/quotes", `/quotes/${id}`]) {
        await openIn(page, look, path);
        await expect(
          page.getByText(/^(Valid|Действует)$/).first(),
        ).toBeVisible();
        await expectAccessible(page);
        const overflow = await page.evaluate<number>(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        expect(overflow).toBeLessThanOrEqual(0);
      }
      const removed = await page.request.delete(`/api/prices/quotes/${id}`, {
        headers: { ...ownOrigin(), "If-Match": '"1"' },
      });
      expect(removed.ok()).toBe(true);
    },
  );
