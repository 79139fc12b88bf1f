import { eventsOf } from "../../../../server/platform/live";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withDefaultCalls } from "../../../../domain/listing/defaultCalls";
import { fixedConditions } from "../../../../domain/listing/fixedConditions";
import type { Conditions } from "../../../../domain/condition/condition";
import type { DeclaredResource } from "../../../../domain/resource";
import { writeLots } from "../../../../server/catalog";
import { lotNews } from "../../../../server/catalog/lotNews";
import { lotSource } from "../../../../server/catalog/lotSource";
import { inTransaction } from "../../../../server/platform/database";
import { createListingReader } from "../../../../server/workspace/listing";
import { signIn, testApp, type TestApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { carLot } from "../../catalog/support/catalogApp";
import { client as viewerOfClient } from "../listing/support/declared";
import { findRows } from "../../../support/findRows";

const copy = declaredCopy();

/** A list of lots that names no path of its own. */
const premium = {
  name: "premium",
  route: "/premium",
  detailRoute: "/premium/:id",
  pageType: "auction",
  row: "lot",
  key: "id",
  table: "simple",
  access: { flags: ["carAuctionsView"] },
  where: { field: "condition", atLeast: "4.5" },
  columns: [
    { id: "car", fields: ["maker", "model"] },
    { id: "year", fields: ["year"], sort: "year" },
  ],
  filters: [{ field: "maker", send: "makerId" }, { field: "year" }],
  search: {
    param: "search",
    send: ["where", "what"],
    parameters: [{ value: "model", fields: ["model"], match: "contains" }],
  },
  sorts: [{ id: "year", field: "year" }],
  views: ["default"],
};

const grades = ["S", "5", "4.5", "4", "3.5", "R", "--", "XX", null];
const good = ["S", "5", "4.5"];

type Body = Record<string, unknown>;
type Who = { cookies: Record<string, string> };

describe("a list that is declared while the program runs", () => {
  let test: TestApp;
  let client: Who;
  let lotIds: Map<unknown, string>;

  beforeAll(async () => {
    test = await testApp({ root: copy.root });
    client = await signIn(test, "client");
    await inTransaction(test.context.database, (trx) =>
      writeLots(
        trx,
        "auction",
        grades.map((condition, index) =>
          carLot(String(index), {
            condition,
            year: 2000 + index,
            maker: index % 2 ? "HONDA" : "TOYOTA",
          }),
        ),
      ),
    );
    const rows = await test.context.database.kysely
      .selectFrom("lots")
      .select(["id", "source_id"])
      .execute();
    lotIds = new Map(
      rows.map(({ id, source_id }) => [grades[Number(source_id)], id]),
    );
  });

  const declare = async (resource: object = premium) => {
    copy.write("resources/premium.json", JSON.stringify(resource));
    await test.context.declarations.reload();
  };
  beforeEach(async () => {
    copy.restore();
    await declare();
  });

  const get = async (path: string, who: Who = client) => {
    const reply = await test.call({ url: `/api${path}`, ...who });
    return {
      status: reply.statusCode,
      body: reply.json<Body>(),
    };
  };
  const idsOf = ({ body }: { body: Body }) =>
    (body.rows as { id: string }[]).map(({ id }) => id).sort();
  const idsFor = (conditions: readonly unknown[]) =>
    conditions.map((condition) => lotIds.get(condition) ?? "").sort();

  it("answers its rows, facets and detail at once", async () => {
    expect(test.context.declarations.refused()).toEqual([]);
    const list = await get("/lists/premium");
    expect(list.status).toBe(200);
    expect(idsOf(list)).toEqual(idsFor(good));
    expect((await get("/lists/premium/filters")).status).toBe(200);
    const [id] = idsFor(["5"]);
    const detail = await get(`/lists/premium/${id}`);
    expect(detail.body).toMatchObject({
      detail: { lotInfo: { condition: "5" } },
    });
  });

  it("reaches the browser with its paths, and without its condition", async () => {
    const { body } = await get("/workspace");
    const resources = body.resources as Body[];
    const found = resources.find(({ name }) => name === "premium");
    expect(found).toMatchObject({
      calls: {
        list: { path: "/lists/premium", rows: "rows" },
        facets: { path: "/lists/premium/filters" },
        detail: { path: "/lists/premium/:id" },
      },
    });
    expect(found).not.toHaveProperty("where");
  });

  it("is in the OpenAPI document with its own query and reply", async () => {
    const { body } = await get("/openapi.json", await signIn(test, "admin"));
    const paths = Object.keys(body.paths as Body);
    expect(paths).toContain("/lists/premium");
    expect(paths).toContain("/lists/premium/{id}");
    expect(paths).not.toContain("/lists/{resource}");
  });

  it("refuses viewers, unknown parameters, lists and calls", async () => {
    const restricted = await declare({
      ...premium,
      access: { roles: ["admin"] },
    }).then(() => get("/lists/premium?page=wrong"));
    expect(restricted.status).toBe(403);
    await declare();
    expect((await get("/lists/premium?page=wrong")).status).toBe(400);
    expect((await get("/lists/premium?condition=1")).status).toBe(400);
    expect((await get("/lists/other")).status).toBe(404);
    expect((await get("/lists/premium/export?format=csv")).status).toBe(404);
    expect((await get("/lists/premium/x")).status).toBe(400);
    const stranger = await test.app.inject("/api/lists/premium");
    expect(stranger.statusCode).toBe(401);
  });

  it("exports its rows if the declaration has an export", async () => {
    await declare({ ...premium, calls: { export: {} } });
    const { statusCode, body } = await test.call({
      url: "/api/lists/premium/export?format=csv",
      ...client,
    });
    expect(statusCode).toBe(200);
    expect(body.trim().split("\r\n")).toHaveLength(1 + good.length);
    expect((await get("/lists/premium")).status).toBe(200);
    expect(test.logged()).not.toContain("reply.sent");
  });

  it("serves declared lists under their name as well", async () => {
    const path = "?sort=year&order=ASC";
    const fixed = await get(`/auction/listing${path}`);
    const named = await get(`/lists/car-auction${path}`);
    expect(named.body).toEqual(fixed.body);
  });

  it("changes and goes without a restart", async () => {
    await declare({ ...premium, pageType: "stats" });
    expect(idsOf(await get("/lists/premium"))).toEqual([]);
    copy.remove("resources/premium.json");
    await test.context.declarations.reload();
    expect(test.context.declarations.refused()).toEqual([]);
    expect((await get("/lists/premium")).status).toBe(404);
  });

  it("lists bids with tab counters and their total", async () => {
    await declare({
      ...premium,
      detailRoute: undefined,
      pageType: undefined,
      where: { field: "bidStatus", in: [1, 2] },
      row: "bid",
      key: "bidId",
      access: { roles: ["client"] },
    });
    const { status, body } = await get("/lists/premium");
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, rows: [], totalBids: 0 });
  });
});

describe("the fixed condition of a list", () => {
  let test: TestApp;
  let client: Who;

  const lots = grades.map((condition, index) =>
    carLot(String(index), {
      condition,
      year: 2000 + index,
      fuel: ["petrol", "diesel", null][index % 3],
      horsePower: 100 + index,
      auctionDate: `2026-11-2${index % 3}T10:00:00+09:00`,
      maker: "TOYOTA",
    }),
  );

  beforeAll(async () => {
    copy.restore();
    test = await testApp({ root: copy.root });
    client = await signIn(test, "client");
    await inTransaction(test.context.database, (trx) =>
      writeLots(trx, "auction", lots),
    );
  });

  const declareWhere = async (where: object) => {
    copy.write("resources/premium.json", JSON.stringify({ ...premium, where }));
    await test.context.declarations.reload();
  };

  /** Years of the found lots, from 2000. */
  const yearsWith = async (where: Conditions) => {
    const { context } = test;
    const reader = createListingReader(context, lotSource);
    const query = {
      resource: withDefaultCalls(premium as DeclaredResource),
      row: context.schemas.row("lot"),
      viewer: viewerOfClient,
      where: fixedConditions(where, {
        viewer: viewerOfClient,
        now: context.clock.now(),
      }),
      state: {
        filters: {},
        search: null,
        sort: { id: "year", order: "ASC" },
        page: 1,
        pageSize: 50,
      },
    } as const;
    const { rows } = await findRows(reader, query, ["year"]);
    return rows.map(({ year }) => Number(year) - 2000);
  };

  it.each([
    [
      "dictionary words by their order",
      { field: "condition", atLeast: "4.5" },
      [0, 1, 2],
    ],
    [
      "dictionary words up to a word",
      { field: "condition", atMost: "4" },
      [3, 4, 5, 6],
    ],
    [
      "words between two ends",
      { field: "condition", atLeast: "4", atMost: "5" },
      [1, 2, 3],
    ],
    [
      "listed dictionary words",
      { field: "condition", in: ["S", "XX", "none"] },
      [0, 7],
    ],
    ["numbers", { field: "year", atLeast: 2003, atMost: 2004 }, [3, 4]],
    ["listed numbers", { field: "year", in: [2001, 2008] }, [1, 8]],
    ["added numbers", { field: "horsePower", atLeast: 107 }, [7, 8]],
    ["added words", { field: "fuel", in: ["diesel"] }, [1, 4, 7]],
    ["days", { field: "auctionDate", atLeast: "2026-11-22" }, [2, 5, 8]],
    ["one day", { field: "auctionDate", in: ["2026-11-20"] }, [0, 3, 6]],
    [
      "enum values by their order",
      { field: "status", atLeast: 4531, atMost: 4532 },
      "all",
    ],
    ["booleans", { field: "isUss", in: [true] }, "all"],
    ["texts", { field: "lotNo", in: ["10", "18"] }, [0, 8]],
  ] as [string, Conditions, number[] | "all"][])(
    "compares %s",
    async (_name, where, expected) => {
      const all = grades.map((_, index) => index);
      expect(await yearsWith(where)).toEqual(
        expected === "all" ? all : expected,
      );
    },
  );

  it("narrows counts, search, sorting and both totals", async () => {
    await declareWhere({ field: "condition", atLeast: "4.5" });
    const ask = async (query: string) => {
      const reply = await test.call({
        url: `/api/lists/premium${query}`,
        ...client,
      });
      return reply.json<Body>();
    };
    const facets = await ask("/filters");
    expect(facets).toMatchObject({
      maker: [{ label: "TOYOTA", counter: 3 }],
      year: { min: 2000, max: 2002 },
      totalSearchResults: 3,
      totalResults: 3,
    });
    const pageInfo = { totalSearchResults: 3, totalResults: 3 };
    expect(await ask("?where=model&what=cor")).toMatchObject({ pageInfo });
    expect(await ask("?year=2003,2008")).toMatchObject({
      rows: [],
      pageInfo: { totalSearchResults: 0, totalResults: 3 },
    });
  });

  it("hides the detail of every other row", async () => {
    await declareWhere({ field: "condition", atLeast: "4.5" });
    const rows = await test.context.database.kysely
      .selectFrom("lots")
      .select(["id", "source_id"])
      .execute();
    for (const { id, source_id } of rows) {
      const reply = await test.call({
        url: `/api/lists/premium/${id}`,
        ...client,
      });
      const isIn = good.includes(grades[Number(source_id)] ?? "");
      expect(reply.statusCode).toBe(isIn ? 200 : 404);
    }
  });

  it("counts and names only its own lots in the live news", async () => {
    await declareWhere({ field: "condition", atLeast: "4.5" });
    const topic = lotNews(test.context);
    const news = await topic.read({ after: 0n, upTo: 1_000_000n });
    const [event] = news ? eventsOf(news, viewerOfClient) : [];
    const counts = { changed: 0, lotIds: [] };
    expect(event?.data).toEqual({
      areas: [
        { area: "auction", added: grades.length, ...counts },
        { area: "auction", list: "premium", added: good.length, ...counts },
      ],
    });
  });
});
