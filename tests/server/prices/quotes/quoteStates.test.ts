import { beforeAll, describe, expect, it } from "vitest";
import { quotePriceJob } from "../../../../server/prices/quotes/quoteJobs";
import { eventually } from "../../../support/eventually";
import { now, quoteApp, type QuoteApp } from "./quoteApp";

let app: QuoteApp;
const ids: string[] = [];
beforeAll(async () => {
  app = await quoteApp();
  ids.push(await app.makeOne());
  ids.push(await app.makeOne({ eta: "2026-11-25", safetyDays: 3 }));
  ids.push(await app.makeOne({ eta: "2026-12-20", safetyDays: 30 }));
});

const get = async (url: string) => {
  const reply = await app.request("client", "GET", url);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{
    rows: { id: string; state: string }[];
    state: { value: string; counter: number }[];
  }>();
};
const listed = async (query = "") => {
  const { rows } = await get(`/lists/quotes${query}`);
  return new Map(rows.map(({ id, state }) => [id, state]));
};
const check = () =>
  quotePriceJob(app.context).run(new AbortController().signal);
const ruleOf = async () =>
  new Map(
    await Promise.all(
      ids.map(async (id) => [id, (await app.read(id)).state] as const),
    ),
  );

/** Changes, each with the states of the three quotes after it. */
const history: [string, () => unknown, string[]][] = [
  ["nothing", () => undefined, ["valid", "valid", "valid"]],
  [
    "a rate that ends",
    () => app.update("freight", { validUntil: "2026-12-30" }, "Vladivostok"),
    ["valid", "valid", "ends"],
  ],
  [
    "a dearer rate",
    () => app.update("freight", { price: 180_000 }, "Vladivostok"),
    ["priceChanged", "priceChanged", "priceChanged"],
  ],
  [
    "a price of today",
    () =>
      app.request("client", "POST", `/prices/quotes/${ids[0] ?? ""}/price`, {
        version: 1,
      }),
    ["valid", "priceChanged", "priceChanged"],
  ],
  [
    "another rule",
    () => app.update("country-rule", { textEn: "Another fee" }, "160 hp"),
    ["rulesChanged", "priceChanged", "priceChanged"],
  ],
  [
    "the former rule",
    () => app.update("country-rule", { textEn: "A fee above 160 hp" }, "fee"),
    ["valid", "priceChanged", "priceChanged"],
  ],
  [
    "no rate any more",
    () => app.update("freight", { validUntil: "2026-11-17" }, "Vladivostok"),
    ["unknown", "unknown", "unknown"],
  ],
  [
    "the first rate again",
    () =>
      app.update(
        "freight",
        { validUntil: "2026-12-30", price: 150_000 },
        "Vladivostok",
      ),
    ["priceChanged", "valid", "ends"],
  ],
];

describe("the stored state of a quote", () => {
  it("equals the state of its page after each change and the check that follows", async () => {
    for (const [name, change, expected] of history) {
      await change();
      await eventually(async () => {
        const rule = await ruleOf();
        expect([...rule.values()], name).toEqual(expected);
      });
      await check();
      expect(await listed(), name).toEqual(await ruleOf());
    }
  });

  it("filters the list, with counts", async () => {
    const valid = await listed("?state=valid");
    expect([...valid.keys()]).toEqual([ids[1]]);
    const { state } = await get("/lists/quotes/filters");
    const counts = state.map(({ value, counter }) => [value, counter]);
    expect(Object.fromEntries(counts)).toMatchObject({
      ...{ priceChanged: 1, valid: 1, ends: 1 },
    });
  });

  it("is past from the day after the sale and the arrival on, without a check", async () => {
    app.setNow("2026-11-25T23:50:00+09:00");
    expect((await listed()).get(ids[1] ?? "")).toBe("valid");
    app.setNow("2026-11-26T00:10:00+09:00");
    const past = await listed("?state=past");
    // The sale of the first quote, which has no arrival, was on 20 November.
    expect([...past.keys()].toSorted()).toEqual([ids[0], ids[1]].toSorted());
    expect([...(await listed("?state=valid")).keys()]).toEqual([]);
    app.setNow(now);
  });

  it("is checked soon if no check has written it, and unknown until then", async () => {
    const [id = ""] = ids;
    const { kysely } = app.context.database;
    await kysely
      .updateTable("quotes")
      .set({ state: null })
      .where("id", "=", id)
      .execute();
    expect((await listed()).get(id)).toBe("unknown");
    await check();
    expect((await listed()).get(id)).toBe("priceChanged");
  });

  it("is one of the known states by a rule of the database", async () => {
    await expect(
      app.context.database.kysely
        .updateTable("quotes")
        .set({ state: "past" as "valid" })
        .execute(),
    ).rejects.toThrow("quotes_state_check");
  });
});
