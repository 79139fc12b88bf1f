import { beforeAll, expect, it } from "vitest";
import { eventually } from "../../../support/eventually";
import { byHand, quoteApp, type QuoteApp } from "./quoteApp";

let app: QuoteApp;
beforeAll(async () => {
  app = await quoteApp();
});

/** The tables in memory follow a change after a moment. */
const readUntil = (id: string, expected: object) =>
  eventually(async () => {
    expect(await app.read(id)).toMatchObject(expected);
  });

it("compares a quote with the hammer price that its car has now, unless somebody typed it", async () => {
  const [fromStart, typed] = [
    await app.makeOne(),
    await app.makeOne({ basis: "typed", amount: 900_000 }),
  ];
  const setStart = async (startPrice: number) =>
    app.context.database.kysely
      .updateTable("lots")
      .set({ start_price: startPrice })
      .where("id", "=", await app.idOf("car"))
      .execute();
  await setStart(1_000_000);
  // 10 000 + 60 000 + 12 000 + 150 000 + 5 000
  const present = 1_237_000;
  expect(await app.read(fromStart)).toMatchObject({
    ...{ state: "priceChanged", total: byHand.total, presentTotal: present },
  });
  expect(await app.read(typed)).toMatchObject({ state: "valid" });
  await app.request("client", "POST", `/prices/quotes/${fromStart}/price`, {
    version: 1,
  });
  expect(await app.read(fromStart)).toMatchObject({
    ...{ state: "valid", total: present, amount: 1_000_000 },
    revisions: [{ total: byHand.total }],
  });
  await setStart(900_000);
});

it("does not call a rule changed that somebody has only checked again", async () => {
  const id = await app.makeOne();
  await app.update("country-rule", { checkedOn: "2026-11-17" }, "160 hp");
  expect(await app.read(id)).toMatchObject({ state: "valid", warnings: [] });
  await app.update("country-rule", { horsePower: 150 }, "160 hp");
  expect(await app.read(id)).toMatchObject({
    ...{ state: "rulesChanged", warnings: [{ kind: "ruleDifferent" }] },
  });
});

it("keeps the rules of a country whose freight rates have ended, and says that the price is unknown", async () => {
  const id = await app.makeOne();
  await app.update("freight", { validUntil: "2026-11-17" }, "Vladivostok");
  await readUntil(id, { state: "unknown", presentTotal: null, warnings: [] });
});
