import { expect, it } from "vitest";
import { writeLots } from "../../../../server/catalog";
import { inTransaction } from "../../../../server/platform/database";
import { carLot } from "../../catalog/support/catalogApp";
import { quoteApp } from "./quoteApp";

const app = await quoteApp();
const { database } = app.context;
const bike = { maker: "HONDA", model: "CB400", auctionName: "BDS Kanto" };
await inTransaction(database, (trx) =>
  writeLots(trx, "bikes", [carLot("bike", { ...bike, startPrice: 400_000 })]),
);

const quote = async () =>
  app.make({
    ...{ list: "bike-auctions", id: await app.idOf("bike") },
    amount: 400_000,
  });

it("names the freight of a bike as unknown until there is a rate, and then has the whole price without rules for cars", async () => {
  const unknown = await quote();
  expect(unknown.json()).toMatchObject({ result: { total: null } });
  const since = { validFrom: "2026-04-01" };
  await app.add("vehicle-size", { sizeClass: "motorcycle" });
  await app.add("freight", {
    ...{ loadingPort: "yokohama", destination: "Vladivostok" },
    ...{ country: "Russia", sizeClass: "motorcycle", price: 38_000, ...since },
  });
  await app.add("auction-fee", {
    ...{ house: "BDS Kanto", fromPrice: 0, fee: 5_000, ...since },
  });
  const reply = await quote();
  const { result } = reply.json<{ result: { id: string; total: number } }>();
  // Fee of the house, of the agent with 1 %, the way, the freight and 0.5 % insurance
  const total = 400_000 + 5_000 + 54_000 + 12_000 + 38_000 + 2_000;
  expect(result.total).toBe(total);
  expect(await app.read(result.id)).toMatchObject({
    ...{ total, presentTotal: total, state: "valid", rules: [], warnings: [] },
    lot: { list: "bike-auctions" },
  });
  const car = await app.read(await app.makeOne());
  expect(car.rules).toHaveLength(1);
});
