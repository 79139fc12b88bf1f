import { beforeAll, describe, expect, it } from "vitest";
import type { PriceQuoteReply } from "../../../../generated/schemas";
import { eventually } from "../../../support/eventually";
import { byHand, now, quoteApp, type QuoteApp } from "./quoteApp";

let app: QuoteApp;
beforeAll(async () => {
  app = await quoteApp();
});

const priceAgain = (
  id: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) => app.request("client", "POST", `/prices/quotes/${id}/price`, body, headers);

/** The tables in memory follow a change after a moment. */
const readUntil = (id: string, expected: object) =>
  eventually(async () => {
    expect(await app.read(id)).toMatchObject(expected);
  });

describe("a quote whose rates have changed", () => {
  it("shows both totals and the lines that have moved, and keeps the former price when it is priced again", async () => {
    const id = await app.makeOne();
    await app.update("freight", { price: 180_000 }, "Vladivostok");
    await readUntil(id, {
      state: "priceChanged",
      total: byHand.total,
      presentTotal: byHand.total + 30_000,
      moved: [
        { step: "freight", table: "freight", before: 150_000, after: 180_000 },
      ],
    });
    const reply = await priceAgain(id, { version: 1 });
    expect(reply.json<PriceQuoteReply>().result).toEqual({
      version: 2,
      total: byHand.total + 30_000,
    });
    expect(await app.read(id)).toMatchObject({
      ...{ version: 2, state: "valid", moved: [] },
      total: byHand.total + 30_000,
      revisions: [{ version: 1, total: byHand.total, safetyDays: 14 }],
    });
    await app.update("freight", { price: 150_000 }, "Vladivostok");
    await readUntil(id, { presentTotal: byHand.total });
  });

  it("is not priced again or removed by somebody who saw another version", async () => {
    const id = await app.makeOne();
    const headers = { "idempotency-key": `again-${id}-1` };
    expect((await priceAgain(id, { version: 1 }, headers)).statusCode).toBe(
      200,
    );
    const replayed = await priceAgain(id, { version: 1 }, headers);
    expect(replayed.json()).toMatchObject({ result: { version: 2 } });
    const stale = await priceAgain(id, { version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ current: { id, version: 2 } });
    const remove = (version: number) =>
      app.request("client", "DELETE", `/prices/quotes/${id}`, undefined, {
        "if-match": `"${version}"`,
      });
    expect((await remove(1)).statusCode).toBe(409);
    expect((await remove(2)).statusCode).toBe(200);
    expect(
      (await app.request("client", "GET", `/prices/quotes/${id}`)).statusCode,
    ).toBe(404);
  });

  it("is readable and priced again after its car is gone", async () => {
    const id = await app.makeOne();
    await app.context.database.kysely
      .updateTable("quotes")
      .set({ lot_id: "999999" })
      .where("id", "=", id)
      .execute();
    expect(await app.read(id)).toMatchObject({
      ...{ lot: null, presentTotal: byHand.total, year: 2019 },
    });
    expect((await priceAgain(id, { version: 1 })).json()).toMatchObject({
      result: { total: byHand.total },
    });
    const row = await app.request("client", "GET", `/lists/quotes/${id}`);
    expect(row.json()).toMatchObject({
      detail: {
        title: "Toyota Prius A Premium, 2019",
        lotNo: "1car",
        saleDay: "2026-11-20",
      },
    });
  });
});

describe("the warnings of a quote", () => {
  it("name a rate that ends by the arrival and the safety days, with its day and the next rate", async () => {
    await app.update("freight", { validUntil: "2026-12-10" }, "Vladivostok");
    const id = await app.makeOne({ eta: "2026-12-01", safetyDays: 8 });
    await readUntil(id, { state: "valid", warnings: [] });
    await priceAgain(id, { version: 1, safetyDays: 10 });
    expect(await app.read(id)).toMatchObject({
      ...{ state: "ends", safetyDays: 10 },
      warnings: [
        { kind: "rate", step: "freight", day: "2026-12-11", amount: null },
      ],
    });
    await app.add("freight", {
      ...{ loadingPort: "yokohama", destination: "Vladivostok" },
      ...{ country: "Russia", sizeClass: "sedan", price: 170_000 },
      validFrom: "2026-12-05",
    });
    await readUntil(id, {
      warnings: [
        { kind: "rate", step: "freight", day: "2026-12-05", amount: 170_000 },
      ],
    });
  });

  it("name a rule that ends, begins or has changed, with its source", async () => {
    const id = await app.makeOne({ eta: "2026-11-30", safetyDays: 0 });
    const rule = {
      ...{ country: "Russia", kind: "other", checkedOn: "2026-11-01" },
      textRu: "Правило",
    };
    await app.add(
      "country-rule",
      {
        ...{ ...rule, textEn: "Begins", source: "https://rules.test/new" },
        validFrom: "2026-11-30",
      },
      {
        ...{ ...rule, textEn: "Later", source: "https://rules.test/later" },
        validFrom: "2026-12-01",
      },
    );
    await app.update("country-rule", { validUntil: "2026-11-25" }, "160 hp");
    const page = await app.read(id);
    expect(page.state).toBe("rulesChanged");
    expect(
      page.warnings.map(({ kind, day, rule: named }) => [
        kind,
        day,
        named?.source,
      ]),
    ).toEqual([
      ["ruleDifferent", null, "https://rules.test/fee"],
      ["ruleEnds", "2026-11-25", "https://rules.test/fee"],
      ["ruleBegins", "2026-11-30", "https://rules.test/new"],
    ]);
    app.setNow("2026-12-02T09:00:00+09:00");
    const later = await app.read(id);
    expect(later.warnings.map(({ kind }) => kind)).toEqual([
      ...["ruleGone", "ruleNew", "ruleNew"],
    ]);
    app.setNow(now);
  });
});
