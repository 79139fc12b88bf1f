import { beforeAll, describe, expect, it } from "vitest";
import type { SumsReply } from "../../../../generated/schemas";
import {
  countPricing,
  limitPricing,
} from "../../../../server/prices/quotes/limitPricing";
import type { Account } from "../../../support/app";
import { byHand, quoteApp, type QuoteApp } from "./quoteApp";

let app: QuoteApp;
beforeAll(async () => {
  app = await quoteApp();
});

describe("a quote", () => {
  it("has the amounts that somebody adds up by hand, and the total of GET /sums", async () => {
    const page = await app.read(await app.makeOne());
    const amounts = page.lines.map(({ step, each, amount }) => [
      each ?? step,
      amount,
    ]);
    expect(Object.fromEntries(amounts)).toEqual(byHand.lines);
    expect(page.total).toBe(byHand.total);
    const sums = await app.request(
      "client",
      "GET",
      `/sums?list=car-auction&id=${await app.idOf("car")}`,
    );
    const landed = sums
      .json<SumsReply>()
      .sums.find(({ field }) => field === "landedPrice");
    expect(landed?.total).toBe(page.total);
    expect(page).toMatchObject({
      ...{ state: "valid", presentTotal: byHand.total, moved: [] },
      ...{ warnings: [], destination: "Vladivostok", safetyDays: 14 },
      currency: { code: "USD", yen: 150, validFrom: "2026-04-01" },
    });
  });

  it("keeps the record of each line and the rules of the day", async () => {
    const page = await app.read(await app.makeOne());
    const freight = page.lines.find(({ step }) => step === "freight");
    expect(freight).toMatchObject({
      table: "freight",
      rate: { version: 1, validFrom: "2026-04-01", validUntil: null },
    });
    expect(page.rules).toMatchObject([
      {
        ...{ textEn: "A fee above 160 hp", checkedOn: "2026-11-01" },
        source: "https://rules.test/fee",
      },
    ]);
  });

  it("is made from a typed maximum or the average price", async () => {
    const typed = await app.read(
      await app.makeOne({ basis: "typed", amount: 1_000_000 }),
    );
    // 10 000 + 60 000 + 12 000 + 150 000 + 5 000
    expect(typed.total).toBe(1_237_000);
    const average = await app.read(
      await app.makeOne({ basis: "averagePrice", amount: 1_100_000 }),
    );
    // 10 000 + 61 000 + 12 000 + 150 000 + 5 500
    expect(average.total).toBe(1_338_500);
  });

  it("is refused with another hammer price than the car has by now", async () => {
    const reply = await app.make({ amount: 890_000 });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ current: { amount: 900_000 } });
  });

  it("is refused for a port that its owner has left since the price was shown", async () => {
    const shown = { destination: "Vladivostok" };
    expect((await app.make(shown)).statusCode).toBe(200);
    const reply = await app.make({ destination: "Mombasa" });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ current: shown });
  });

  it("has no total without a rate, and names the lines without an amount", async () => {
    const id = await app.makeOne({ id: await app.idOf("truck") });
    const page = await app.read(id);
    expect(page.total).toBeNull();
    expect(page.state).toBe("unknown");
    const unknown = page.lines.filter(({ amount }) => amount === null);
    expect(unknown.map(({ step }) => step)).toEqual(["freight"]);
  });

  it("is made once for an idempotency key", async () => {
    const headers = { "idempotency-key": "quote-key-1" };
    const [first, second] = [
      await app.make({}, { headers }),
      await app.make({}, { headers }),
    ];
    expect(second.json()).toEqual(first.json());
    const other = await app.make({ safetyDays: 3 }, { headers });
    expect(other.statusCode).toBe(409);
  });

  it("needs a destination of its owner", async () => {
    await app.choose("client@seriba.test", null);
    const reply = await app.make();
    expect(reply.statusCode).toBe(422);
    await app.choose("client@seriba.test", "Vladivostok");
  });

  it("is not found for an unknown car, and takes 0 to 90 safety days", async () => {
    expect((await app.make({ id: "999999" })).statusCode).toBe(404);
    expect((await app.make({ safetyDays: 91 })).statusCode).toBe(400);
    expect((await app.make({ safetyDays: 90 })).statusCode).toBe(200);
  });

  it("shows no number to people who may not see a field it is made of", async () => {
    const schema = app.context.schemas.row("lot");
    app.replaceSchema({
      ...schema,
      properties: {
        ...schema.properties,
        maker: {
          ...schema.properties.maker,
          "x-access": { userTypes: ["manager"] },
        },
      },
    });
    expect((await app.make()).statusCode).toBe(422);
    app.replaceSchema(schema);
  });
});

describe("the owner of a quote", () => {
  it("is a client for whom a manager made it, by the client's port and fees", async () => {
    const userId = app.ids["client@seriba.test"] ?? "";
    await app.add("agent-fee", {
      ...{ clientId: userId, fromPrice: 0, fee: 20_000 },
      validFrom: "2026-04-01",
    });
    const reply = await app.make({ userId }, { account: "manager" });
    expect(reply.statusCode, reply.body).toBe(200);
    const { id } = reply.json<{ result: { id: string } }>().result;
    // 900 000 + 10 000 + 20 000 + 12 000 + 150 000 + 4 500
    expect((await app.read(id)).total).toBe(1_096_500);
    const rowOf = async (account: Account) =>
      (await app.request(account, "GET", "/lists/quotes"))
        .json<{ rows: Record<string, unknown>[] }>()
        .rows.find((found) => found.id === id);
    expect(await rowOf("manager")).toMatchObject({ madeBy: "Emi Tanaka" });
    // Clients do not see the names of managers.
    const row = await rowOf("client");
    expect(row).toMatchObject({ state: "valid" });
    expect(row).not.toHaveProperty("madeBy");
    expect(row).not.toHaveProperty("client");
    await app.request("manager", "POST", `/prices/quotes/${id}/price`, {
      version: 1,
    });
    const pricedBy = async (account: Account) =>
      (await app.read(id, account)).revisions.map(({ pricedBy: name }) => name);
    expect(await pricedBy("manager")).toEqual(["Emi Tanaka"]);
    expect(await pricedBy("client")).toEqual([null]);
  });

  it("cannot be another user if a client or dealer makes it", async () => {
    const userId = app.ids["client@seriba.test"] ?? "";
    const reply = await app.make({ userId }, { account: "dealer" });
    expect(reply.statusCode).toBe(403);
  });

  it("reads the quote, and so do managers, but no other client or dealer", async () => {
    const id = await app.makeOne();
    expect((await app.read(id, "manager")).total).not.toBeNull();
    for (const url of [
      `/prices/quotes/${id}`,
      `/prices/quotes/${id}/pdf`,
      `/lists/quotes/${id}`,
    ])
      expect((await app.request("dealer", "GET", url)).statusCode, url).toBe(
        404,
      );
    const list = await app.request("dealer", "GET", "/lists/quotes");
    expect(list.json()).toMatchObject({ rows: [] });
    const removed = await app.request(
      ...(["dealer", "DELETE", `/prices/quotes/${id}`] as const),
      undefined,
      { "if-match": '"1"' },
    );
    expect(removed.statusCode).toBe(404);
  });
});

/** The last test, because its refusals last an hour. */
describe("the number of prices", () => {
  it("of a person at once is two, and a third one waits for no connection", async () => {
    const once = limitPricing(app.context);
    let finish: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const price = (userId: string) =>
      once(
        { userId, key: null, request: [], now: app.context.clock.now() },
        async () => {
          await end;
          return "priced";
        },
      );
    const dealer = app.ids["dealer@seriba.test"] ?? "";
    const running = [price(dealer), price(dealer)];
    await expect(price(dealer)).rejects.toMatchObject({ code: "unavailable" });
    running.push(price(app.ids["client@seriba.test"] ?? ""));
    finish();
    expect(await Promise.all(running)).toEqual(Array(3).fill("priced"));
    expect(await price(dealer)).toBe("priced");
  });

  it("of a person within an hour is at most 120", async () => {
    const id = await app.makeOne();
    const userId = app.ids["dealer@seriba.test"] ?? "";
    const { database, clock } = app.context;
    await database.kysely.deleteFrom("throttles").execute();
    const dealer = { account: "dealer" as const };
    const once = { ...dealer, headers: { "idempotency-key": "price-once" } };
    const first = await app.make({}, once);
    expect(first.statusCode).toBe(200);
    // The same request again does not count, and a refused request does.
    expect((await app.make({}, once)).json()).toEqual(first.json());
    expect((await app.make({ amount: 1 }, dealer)).statusCode).toBe(409);
    for (let count = 2; count < 119; count += 1)
      await countPricing({ database, clock }, userId);
    expect((await app.make({}, dealer)).statusCode).toBe(200);
    expect((await app.make({}, dealer)).statusCode).toBe(429);
    expect((await app.make({}, once)).json()).toEqual(first.json());
    expect((await app.make()).statusCode).toBe(200);
    const again = await app.request(
      "client",
      "POST",
      `/prices/quotes/${id}/price`,
      { version: 1 },
    );
    expect(again.statusCode).toBe(200);
  });
});
