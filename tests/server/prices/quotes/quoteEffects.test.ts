import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ImportRowsReply } from "../../../../generated/schemas";
import { quoteEffects } from "../../../../server/prices/quotes/quoteEffects";
import { findViewer } from "../../../../server/identity";
import type { PlannedChange } from "../../../../server/workspace/records";
import { runWithDeadline } from "../../../../server/platform/deadline";
import { signIn } from "../../../support/app";
import { eventually } from "../../../support/eventually";
import { byHand, quoteApp, type QuoteApp } from "./quoteApp";

let app: QuoteApp;
beforeAll(async () => {
  app = await quoteApp();
});

beforeEach(async () => {
  await app.context.database.kysely.deleteFrom("quotes").execute();
});

const header =
  "Port of loading,Port of destination,Size class,Price,Valid from";
const freight = (...rows: string[]) =>
  [header, ...rows.map((row) => `yokohama,Vladivostok,${row}`)].join("\n");

const send = async (list: string, body: Record<string, unknown>) => {
  const reply = await app.request(
    ...(["manager", "POST", `/lists/${list}/import`, body] as const),
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ImportRowsReply>();
};
const effectOf = async (text: string, list = "freight") => {
  const { effects } = await send(list, { text, effects: true });
  return effects?.[0];
};

const yen = (amount: number) =>
  `¥${amount.toLocaleString("en").replaceAll(",", "\u202f")}`;

describe("the preview of an import of rates", () => {
  it("says which open quotes would have another price, and writes nothing", async () => {
    const id = await app.makeOne();
    const text = freight("sedan,180000,2026-04-01");
    const { preview } = await send("freight", { text });
    expect(preview).toMatchObject({
      ...{ hasEffects: true, counts: { changed: 1 } },
    });
    expect(await effectOf(text)).toEqual({
      title: "Open quotes",
      path: "/quotes",
      notes: [],
      groups: [
        {
          text: "1 open quote would have another price.",
          facts: ["1 higher", `Largest change: +${yen(30_000)}`],
          rows: [
            {
              title: "Toyota Prius A Premium, 2019",
              path: `/quotes/${id}`,
              details: ["Anna Larsen", "Lot 1car"],
              before: yen(byHand.total),
              after: yen(byHand.total + 30_000),
            },
          ],
          more: 0,
        },
      ],
    });
    expect(await app.read(id)).toMatchObject({ presentTotal: byHand.total });
  });

  it("gives the same price as the quote after the import", async () => {
    const id = await app.makeOne();
    const text = [
      "house,fromPrice,fee,validFrom",
      ",0,10000,2026-04-01",
      ",500000,14000,2026-04-01",
      ",900001,90000,2026-04-01",
    ].join("\n");
    const effect = await effectOf(text, "auction-fees");
    expect(effect?.groups[0]?.rows).toMatchObject([
      { after: yen(byHand.total + 4_000) },
    ]);
    const { preview } = await send("auction-fees", { text });
    const applied = await send("auction-fees", {
      ...{ text, apply: { digest: preview?.digest } },
    });
    await eventually(async () => {
      expect(await app.read(id)).toMatchObject({
        presentTotal: byHand.total + 4_000,
      });
    });
    await app.request(
      ...(["manager", "POST"] as const),
      `/lists/auction-fees/import/${applied.batch?.id ?? ""}/undo`,
      {},
    );
    await eventually(async () => {
      expect(await app.read(id)).toMatchObject({ presentTotal: byHand.total });
    });
  });

  it("names the day of a rate that begins before the quote ends", async () => {
    await app.makeOne({ eta: "2026-12-20", safetyDays: 5 });
    await app.makeOne({ eta: "2026-11-25", safetyDays: 0 });
    const effect = await effectOf(freight("sedan,140000,2026-12-01"));
    expect(effect?.groups).toMatchObject([
      {
        text: "1 open quote would have another price.",
        facts: ["1 lower", `Largest change: \u2212${yen(10_000)}`],
        rows: [
          { details: ["Anna Larsen", "Lot 1car", "from 1 December 2026"] },
        ],
      },
    ]);
  });

  it("names quotes that could not be priced any more, and leaves out past quotes", async () => {
    const id = await app.makeOne();
    const past = await app.makeOne();
    await app.context.database.kysely
      .updateTable("quotes")
      .set({ sale_day: "2026-11-17" })
      .where("id", "=", past)
      .execute();
    const text = `${header},Valid until\nyokohama,Vladivostok,sedan,150000,2026-04-01,2026-11-17`;
    expect((await effectOf(text))?.groups).toMatchObject([
      {
        text: "1 open quote could not be priced any more.",
        rows: [{ path: `/quotes/${id}`, after: "unknown" }],
      },
    ]);
  });

  it("runs once at a time for one person", async () => {
    await app.makeOne();
    const rows = Array.from(
      { length: 100 },
      (_, index) => `sedan,${180_000 + index},2026-12-${10 + (index % 20)}`,
    );
    const text = freight(...rows);
    const statuses = async (times: number) => {
      const replies = await Promise.all(
        Array.from({ length: times }, () =>
          app.request("manager", "POST", "/lists/freight/import", {
            ...{ text, effects: true },
          }),
        ),
      );
      return new Set(replies.map(({ statusCode }) => statusCode));
    };
    expect(await statuses(4)).toEqual(new Set([200, 503]));
    expect(await statuses(1)).toEqual(new Set([200]));
  });

  it("says that no quote moves, and has no effects for tables without prices", async () => {
    await app.makeOne();
    expect(await effectOf(freight("kei,90000,2026-04-01"))).toMatchObject({
      notes: ["No open quote would have another price."],
      groups: [],
    });
    const text = "Currency,Yen,Valid from\nEUR,170,2026-04-01";
    const { preview } = await send("currency-rates", { text });
    expect(preview).toMatchObject({ hasEffects: false });
  });
});

describe("the effect on quotes", () => {
  const change: PlannedChange = {
    row: "other-charge",
    records: [
      {
        ...{ id: null, before: null },
        after: { kind: "docs", fromPrice: 0, fee: 7, validFrom: "2026-04-01" },
      },
    ],
  };
  const findAs = async (
    email: string,
    bounds?: { quotes: number; ms: number },
  ) => {
    const { kysely } = app.context.database;
    const viewer = await findViewer(kysely, app.ids[email] ?? "");
    if (!viewer) throw new Error(email);
    return quoteEffects(app.context, bounds).find(change, {
      ...{ viewer, language: "en" },
    });
  };

  it("gives numbers without names to viewers who do not read the quotes of others", async () => {
    await app.makeOne();
    const { groups } = await findAs("client@seriba.test");
    expect(groups).toMatchObject([
      { text: "1 open quote would have another price.", rows: [], more: 0 },
    ]);
  });

  it("says how many quotes were compared if there are too many", async () => {
    await app.makeOne();
    const newest = await app.makeOne();
    const cut = await findAs("manager@seriba.test", { quotes: 1, ms: 10_000 });
    expect(cut).toMatchObject({
      notes: ["Only the newest 1 of 2 open quotes were compared."],
      groups: [{ rows: [{ path: `/quotes/${newest}` }], more: 0 }],
    });
  });

  it("stops between two quotes when its time is over, and lets other requests run", async () => {
    const quotes = 4;
    for (let made = 0; made < quotes; made += 1) await app.makeOne();
    let turns = 0;
    const turnsBefore: number[] = [];
    const scope = slowly(({ change: planned }) => {
      // Neither the price before the change nor the one after it fills the memory of lists.
      expect(planned).toBeDefined();
      turnsBefore.push(turns);
      setImmediate(() => (turns += 1));
      const until = performance.now() + 60;
      while (performance.now() < until);
    });
    const { kysely } = app.context.database;
    const viewer = await findViewer(
      kysely,
      app.ids["manager@seriba.test"] ?? "",
    );
    if (!viewer) throw new Error("no manager");
    const find = (ms: number) =>
      quoteEffects(scope, { quotes: 500, ms }).find(change, {
        ...{ viewer, language: "en" },
      });
    const whole = await find(60_000);
    expect(whole.notes).toEqual([]);
    expect(turnsBefore).toEqual(turnsBefore.map((_, index) => index));
    expect(turnsBefore).toHaveLength(2 * quotes);
    const cut = await find(100);
    expect(cut.notes.join()).toMatch(/^Only the newest [0-2] of 4 open quotes/);
  });

  /** Returns the scope with lists that call `work` before each formula. */
  function slowly(
    work: (options: { change?: PlannedChange | undefined }) => void,
  ) {
    const { context } = app;
    return {
      ...context,
      findLists: (row: string) => {
        const lists = context.findLists(row);
        if (!lists) return undefined;
        const { index } = lists.reader;
        const formulas: typeof index.formulas = (
          schema,
          viewer,
          options = {},
        ) => {
          work(options);
          return index.formulas(schema, viewer, options);
        };
        return {
          ...lists,
          reader: { ...lists.reader, index: { ...index, formulas } },
        };
      },
    };
  }
});

describe("a rate that is saved in a form", () => {
  const effectsOf = (
    { id, version }: { id: string; version: number },
    account: "manager" | "admin" | "client" = "manager",
  ) =>
    app.request(
      ...([account, "GET"] as const),
      `/record-effects?list=freight&id=${id}&version=${version}`,
    );
  const saved = async (
    method: "POST" | "PUT",
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ) => {
    const session = await signIn(app, "manager");
    const reply = await app.call({
      ...{ method, url: `/api/lists/freight${path}`, payload: body, headers },
      ...session,
    });
    expect([200, 201], reply.body).toContain(reply.statusCode);
    const { version, detail } = reply.json<{
      version: number;
      detail: { id: string };
    }>();
    return { id: detail.id, version, tag: String(reply.headers.etag) };
  };
  const rate = {
    ...{ loadingPort: "yokohama", destination: "Vladivostok" },
    ...{ country: "Russia", sizeClass: "sedan", validFrom: "2026-05-01" },
  };

  it("has a call that says at once what its author has changed", async () => {
    const quote = await app.makeOne();
    const added = await saved("POST", "", { ...rate, price: 190_000 });
    const first = await effectsOf(added);
    expect(first.json()).toMatchObject({
      effects: [
        {
          path: "/quotes",
          groups: [
            {
              text: "1 open quote has another price now.",
              rows: [
                {
                  path: `/quotes/${quote}`,
                  before: yen(byHand.total),
                  after: yen(byHand.total + 40_000),
                },
              ],
            },
          ],
        },
      ],
    });
    const changed = await saved(
      ...(["PUT", `/${added.id}`, { ...rate, price: 120_000 }] as const),
      { "if-match": added.tag },
    );
    expect((await effectsOf(changed)).json()).toMatchObject({
      effects: [
        {
          groups: [
            {
              rows: [
                {
                  before: yen(byHand.total + 40_000),
                  after: yen(byHand.total - 30_000),
                },
              ],
            },
          ],
        },
      ],
    });
    expect((await effectsOf(changed, "admin")).statusCode).toBe(404);
    expect((await effectsOf(changed, "client")).statusCode).toBe(403);
    const unknown = { ...changed, version: 9 };
    expect((await effectsOf(unknown)).statusCode).toBe(404);
  });
});

describe("the effects of an import", () => {
  it("are no longer looked for once the client has gone", async () => {
    for (let made = 0; made < 3; made += 1) await app.makeOne();
    const client = new AbortController();
    let formulas = 0;
    const { context } = app;
    const counting = {
      ...context,
      findLists: (row: string) => {
        formulas += 1;
        if (formulas === 2) client.abort();
        return context.findLists(row);
      },
    };
    const viewer = await findViewer(
      context.database.kysely,
      app.ids["manager@seriba.test"] ?? "",
    );
    if (!viewer) throw new Error("no manager");
    const change = { row: "freight", records: [] };
    const looking = runWithDeadline(
      { endsAt: Infinity, signal: client.signal },
      () => quoteEffects(counting).find(change, { viewer, language: "en" }),
    );
    await expect(looking).rejects.toMatchObject({ code: "unavailable" });
    // All three quotes would need one for each car and two for each price.
    expect(formulas).toBeLessThan(4);
  });
});
