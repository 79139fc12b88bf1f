import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  looks,
  openIn,
  signIn,
  test,
} from "./support/fixtures";
import { comingLot } from "./support/lots";
import {
  addRates,
  changeRate,
  port,
  removeRates,
  setChoices,
  yen,
  type AddedRate,
} from "./support/rates";

/** The shares of the agent's fee and of the demo's insurance. */
const percent = 2 + 1;

let added: AddedRate[] = [];

test.beforeEach(async ({ page }) => {
  added = await addRates(page);
});

test.afterEach(async ({ page }) => {
  await removeRates(page, added);
});

const cardOf = (page: Page) =>
  page.getByRole("region", { name: /^(Price at my port|Цена в моём порту)$/ });

/** The total of the card, without its thin spaces. */
const totalOf = (page: Page) =>
  cardOf(page)
    .locator("dl > div")
    .filter({ hasText: /^(Whole price|Полная цена)/ })
    .locator("dd")
    .first();

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** Opens the bid form, which phones show in a dialog, and returns it. */
async function bidForm(page: Page) {
  if (isPhone(page) && (await page.getByRole("dialog").count()) === 0)
    await page.getByRole("button", { name: "Place bid" }).click();
  return page.getByRole("form", { name: "Your bid" }).last();
}

test("a client sees the same whole price in the list, on the lot and while typing a bid @phone", async ({
  page,
  browser,
}) => {
  await signIn(page, "client");
  const lot = await comingLot(page);
  const lotPath = `/car-auction/${lot.id}`;

  // Without a port the price is unknown, and the card says why.
  await page.goto(lotPath);
  await expect(totalOf(page)).toHaveText("unknown");
  await expect(cardOf(page)).toContainText("Depends on your port.");
  await cardOf(page).getByLabel("Port of destination").selectOption(port);
  await expect(totalOf(page)).toHaveText(/^¥/);
  await cardOf(page).getByLabel("Currency").first().selectOption("RUB");
  await expect(cardOf(page)).toContainText("for 1 RUB, rate of");
  const total = (await totalOf(page).textContent()) ?? "";

  const start = lot.startPrice ?? 0;
  const at = (await bidForm(page)).getByText(`At ${port}`);
  await expect(at).toContainText(total);

  // The typed amount counts in the form and in the card.
  const maximum = 500_000;
  const more = maximum - start;
  await (
    await bidForm(page)
  )
    .getByRole("textbox", { name: "Your maximum" })
    .fill(String(maximum));
  const typedTotal = yen(
    Number(total.replace(/\D/g, "")) + more + (more * percent) / 100,
  );
  await expect(at).toContainText(typedTotal);
  await expectAccessible(page);
  if (isPhone(page)) await page.keyboard.press("Escape");
  await expect(totalOf(page)).toHaveText(typedTotal);

  // The limit gives the amount back, and the form takes it.
  await cardOf(page)
    .getByLabel("My limit for the whole price")
    .fill(typedTotal.replace(/\D/g, ""));
  await expect(cardOf(page)).toContainText(`So bid at most ${yen(maximum)}`);
  await cardOf(page)
    .getByLabel("My limit for the whole price")
    .fill(String(Number(typedTotal.replace(/\D/g, "")) - 1));
  await expect(cardOf(page)).toContainText(
    `So bid at most ${yen(maximum - 5_000)}`,
  );
  await cardOf(page).getByRole("button", { name: "Use this amount" }).click();
  await expect(
    (await bidForm(page)).getByRole("textbox", { name: "Your maximum" }),
  ).toHaveValue(yen(maximum - 5_000).slice(1));
  await (
    await bidForm(page)
  )
    .getByRole("textbox", { name: "Your maximum" })
    .fill("");
  if (isPhone(page)) await page.keyboard.press("Escape");

  // A manager's changes of a rate and of a currency reach the open page.
  await expect(totalOf(page)).toHaveText(total);
  const manager = await (await browser.newContext()).newPage();
  await signIn(manager, "manager");
  await changeRate(manager, added, {
    ...{ list: "freight", changes: { price: 54_444 } },
    base: page.url(),
  });
  await expect(cardOf(page)).toContainText("at ¥2 for 1 RUB");
  await changeRate(manager, added, {
    ...{ list: "currency-rates", changes: { yen: 2.5 } },
    base: page.url(),
  });
  await expect(cardOf(page)).toContainText("at ¥2.5 for 1 RUB");
  await manager.context().close();
  const raised = yen(Number(total.replace(/\D/g, "")) + 10_000);
  await expect(totalOf(page)).toHaveText(raised);

  // The list has the number of the card.
  await page.goto(`/car-auction?search=lot_no-${lot.lotNo}`);
  const row = page
    .getByRole(isPhone(page) ? "listitem" : "row")
    .filter({ has: page.locator(`a[href="${lotPath}"]`) });
  await expect(row).toContainText(raised.slice(1));
});

for (const { tag, ...look } of looks)
  test(
    `the price is legible and accessible in ${look.language} ${look.theme}`,
    {
      tag,
    },
    async ({ page }) => {
      await signIn(page, "client");
      await setChoices(page, { destination: port, currency: "RUB" });
      const lot = await comingLot(page);
      await openIn(page, look, `/car-auction/${lot.id}`);
      await cardOf(page)
        .getByRole("button", { name: /^(Show the rates|Показать тарифы)$/ })
        .click();
      await cardOf(page)
        .getByLabel(/^(My limit|Мой предел)/)
        .fill("1000");
      await expect(cardOf(page)).toContainText(/No bid fits|Не подходит/);
      await expectAccessible(page);
      const overflow = await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(overflow).toBeLessThanOrEqual(0);
    },
  );
