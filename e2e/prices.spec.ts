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

/** A port without rates of the demo. */
const port = "Korsakov";
/** Today in Japan, so that these rates count before the rates of the demo. */
const validFrom = new Date(Date.now() + 9 * 3_600_000)
  .toISOString()
  .slice(0, 10);
/** The shares of the agent's fee and of the demo's insurance. */
const percent = 2 + 1;

/** The choices of the client in the demo. */
const choicesOfDemo = { destination: "Vladivostok", currency: "RUB" };

type Added = { list: string; id: string };

/** Adds a row of a table of rates as the signed-in manager. */
async function addRate(page: Page, list: string, row: object): Promise<Added> {
  const reply = await page.request.post(`/api/lists/${list}`, {
    data: { validFrom, ...row },
    headers: { ...ownOrigin(), "Idempotency-Key": crypto.randomUUID() },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { detail } = (await reply.json()) as { detail: { id: string } };
  return { list, id: detail.id };
}

const pathOf = ({ list, id }: Added) => `/api/lists/${list}/${id}`;

async function removeRate(page: Page, rate: Added): Promise<void> {
  const { etag = "" } = (await page.request.get(pathOf(rate))).headers();
  const reply = await page.request.delete(pathOf(rate), {
    headers: { ...ownOrigin(), "If-Match": etag },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
}

/** Sets the port and the currency of the signed-in user. */
const setChoices = (page: Page, choices: object) =>
  page.request.put("/api/user/update-setting", {
    data: choices,
    headers: ownOrigin(),
  });

/** Writes yen as the screens do. */
const yen = (amount: number) =>
  `¥${String(amount).replace(/\B(?=(\d{3})+$)/g, "\u202f")}`;

const added: Added[] = [];

test.beforeEach(async ({ page }) => {
  await signIn(page, "client");
  await setChoices(page, { destination: null, currency: null });
  const { model, maker, chassis, auctionName } = await comingLot(page);
  await signIn(page, "manager");
  const size = { maker, model, chassis, sizeClass: "sedan" };
  const place = { destination: port, sizeClass: "sedan" };
  const rows: [list: string, row: object][] = [
    ["vehicle-sizes", { ...size, validFrom: undefined }],
    ["auction-fees", { house: auctionName, fromPrice: 0, fee: 11_111 }],
    ["agent-fees", { fromPrice: 0, fee: 22_222, percent: 2 }],
    [
      "inland-rates",
      { ...place, house: auctionName, loadingPort: "toyama", fee: 3_333 },
    ],
    [
      "freight",
      { ...place, country: "RU", loadingPort: "toyama", price: 44_444 },
    ],
    ["currency-rates", { currency: "RUB", yen: 2 }],
  ];
  for (const [list, row] of rows) added.push(await addRate(page, list, row));
});

test.afterEach(async ({ page }) => {
  await signIn(page, "client");
  await setChoices(page, choicesOfDemo);
  await signIn(page, "manager");
  for (const rate of added.splice(0)) await removeRate(page, rate);
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

  // A manager's change of a rate reaches the open page.
  await expect(totalOf(page)).toHaveText(total);
  const manager = await (await browser.newContext()).newPage();
  await signIn(manager, "manager");
  const freight = added.find(({ list }) => list === "freight");
  if (!freight) throw new Error("The test has added a freight rate.");
  const url = new URL(pathOf(freight), page.url()).href;
  const opened = await manager.request.get(url);
  const { detail } = (await opened.json()) as { detail: object };
  const { etag = "" } = opened.headers();
  const edited = { ...detail, price: 54_444 };
  const body = Object.fromEntries(
    Object.entries(edited).filter(
      ([name]) => !["id", "updatedAt", "updatedBy"].includes(name),
    ),
  );
  const saved = await manager.request.put(url, {
    data: body,
    headers: { ...ownOrigin(), "If-Match": etag },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
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
