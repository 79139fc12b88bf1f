import { expect, type Page } from "@playwright/test";
import { ownOrigin, signIn } from "./fixtures";
import { comingLot } from "./lots";

/** A port without rates of the demo. */
export const port = "Korsakov";
/** Today in Japan, so that these rates count before the rates of the demo. */
const validFrom = new Date(Date.now() + 9 * 3_600_000)
  .toISOString()
  .slice(0, 10);

/** The choices of the client in the demo. */
const choicesOfDemo = { destination: "Vladivostok", currency: "RUB" };

export type AddedRate = { list: string; id: string };

/** Adds a row of a table of rates as the signed-in manager. */
async function addRate(
  page: Page,
  list: string,
  row: object,
): Promise<AddedRate> {
  const reply = await page.request.post(`/api/lists/${list}`, {
    data: { validFrom, ...row },
    headers: { ...ownOrigin(), "Idempotency-Key": crypto.randomUUID() },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { detail } = (await reply.json()) as { detail: { id: string } };
  return { list, id: detail.id };
}

const pathOf = ({ list, id }: AddedRate) => `/api/lists/${list}/${id}`;

async function removeRate(page: Page, rate: AddedRate): Promise<void> {
  const { etag = "" } = (await page.request.get(pathOf(rate))).headers();
  const reply = await page.request.delete(pathOf(rate), {
    headers: { ...ownOrigin(), "If-Match": etag },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
}

/** Sets the port and the currency of the signed-in user. */
export const setChoices = (page: Page, choices: object) =>
  page.request.put("/api/user/update-setting", {
    data: choices,
    headers: ownOrigin(),
  });

/** Writes yen as the screens do. */
export const yen = (amount: number) =>
  `¥${String(amount).replace(/\B(?=(\d{3})+$)/g, "\u202f")}`;

/** Adds the rates of one coming lot to the port, and takes away the client's choices. */
export async function addRates(page: Page): Promise<AddedRate[]> {
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
  const added: AddedRate[] = [];
  for (const [list, row] of rows) added.push(await addRate(page, list, row));
  return added;
}

/** Removes the rates and gives the client the choices of the demo back. */
export async function removeRates(
  page: Page,
  added: readonly AddedRate[],
): Promise<void> {
  await signIn(page, "client");
  await setChoices(page, choicesOfDemo);
  await signIn(page, "manager");
  for (const rate of added) await removeRate(page, rate);
}

/** Returns the table of an import that changes the price of the added freight rate. */
export const freightTable = (price: number): string =>
  [
    "loadingPort,destination,sizeClass,price,validFrom",
    `toyama,${port},sedan,${price},${validFrom}`,
  ].join("\n");

/** Changes the added rate of a table as the manager who has signed in. */
export async function changeRate(
  manager: Page,
  added: readonly AddedRate[],
  { list, changes, base }: { list: string; changes: object; base: string },
): Promise<void> {
  const rate = added.find((each) => each.list === list);
  if (!rate) throw new Error(`The test has added no row to ${list}.`);
  const url = new URL(pathOf(rate), base).href;
  const opened = await manager.request.get(url);
  const { detail } = (await opened.json()) as { detail: object };
  const { etag = "" } = opened.headers();
  const edited = { ...detail, ...changes };
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
}
