import { beforeAll, describe, expect, it } from "vitest";
import type { Document } from "../../../domain/declarations/document";
import type { Resource } from "../../../domain/resource";
import type { WorkspaceCheckReply } from "../../../generated/schemas";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { testApp } from "../../support/app";
import { carLot } from "../catalog/support/catalogApp";
import { cars, workshopOf, type Problem } from "./support";

const roles = ["client", "dealer", "manager", "admin", "unknown"] as const;
type Role = (typeof roles)[number];
const all = ["carAuctionsView", "adjustmentPriceShow"];

describe("the preview of a draft", () => {
  let admin: Awaited<ReturnType<typeof workshopOf>>;
  let client: Awaited<ReturnType<typeof workshopOf>>;

  beforeAll(async () => {
    const test = await testApp();
    await inTransaction(test.context.database, (trx) =>
      writeLots(trx, "auction", [
        carLot("1", { fuel: "diesel" }),
        carLot("2", { fuel: "petrol" }),
      ]),
    );
    admin = await workshopOf(test);
    client = await workshopOf(test, "client");
  });

  const draft = async (
    edit: (declaration: Resource) => unknown,
  ): Promise<Document> => {
    const { document } = await admin.read();
    edit(document.declaration as Resource);
    return document;
  };
  const preview = (
    document: Document,
    path: string,
    {
      role = "client",
      flags = all,
      query = {},
    }: {
      role?: Role;
      flags?: string[];
      query?: object;
    } = {},
    resource = cars,
  ) =>
    admin.post("/workspace/preview", {
      resource,
      document,
      as: { role, flags },
      path,
      query,
    });
  const check = async (document: Document) =>
    (
      await admin.post("/workspace/check", { resource: cars, document })
    ).json<WorkspaceCheckReply>();

  it("shows real rows and counts and changes nothing", async () => {
    const before = await client.bundle();
    const document = await draft(({ columns, filters }) => {
      columns.push({ id: "fuel", fields: ["fuel"] });
      filters.push({ field: "fuel", param: "burns" });
    });
    const list = await preview(document, "/auction/listing", {
      query: { burns: "diesel" },
    });
    expect(list.statusCode).toBe(200);
    expect(list.json()).toMatchObject({
      carsList: [{ fuel: "diesel" }],
      pageInfo: { totalSearchResults: 1, totalResults: 2 },
    });
    const facets = await preview(document, "/auction/filters");
    expect(facets.json<{ fuel: object[] }>().fuel).toHaveLength(2);
    const makers = await preview(document, "/auction/maker");
    expect(makers.json()).toMatchObject({ options: [{ label: "TOYOTA" }] });
    const bundle = await preview(document, "/workspace");
    const [resource] = bundle.json<{ resources: Resource[] }>().resources;
    expect(resource?.columns.at(-1)).toEqual({ id: "fuel", fields: ["fuel"] });
    expect(await client.bundle()).toEqual(before);
    expect((await client.get("/auction/listing?burns=diesel")).statusCode).toBe(
      400,
    );
  });

  it.each(roles)("hides from %s the parts of other roles", async (role) => {
    const others = roles.filter((other) => other !== role);
    const document = await draft(({ columns, filters, sorts }) => {
      const access = { roles: others };
      columns.push({ id: "power", fields: ["horsePower"], access });
      filters.push({ field: "fuel", param: "burns", access });
      sorts.push({ id: "power", field: "horsePower", access });
    });
    const as = { role };
    const bundle = await preview(document, "/workspace", as);
    const text = JSON.stringify(bundle.json<{ resources: object }>().resources);
    expect(text).not.toContain("horsePower");
    expect(text).not.toContain("burns");
    expect(text).not.toContain("access");
    const list = await preview(document, "/auction/listing", as);
    expect(list.body).not.toContain("horsePower");
    for (const query of [{ burns: "diesel" }, { sort: "power" }]) {
      const refused = await preview(document, "/auction/listing", {
        ...as,
        query,
      });
      expect(refused.statusCode).toBe(role === "unknown" ? 403 : 400);
    }
    expect(
      (await preview(document, "/auction/filters", as)).body,
    ).not.toContain("diesel");
    const other = others[0] ?? "client";
    const seen = await preview(document, "/workspace", { role: other });
    expect(seen.body).toContain("horsePower");
  });

  it("requires the permission flags of the list", async () => {
    const document = await draft(() => undefined);
    const list = await preview(document, "/auction/listing", { flags: [] });
    expect(list.statusCode).toBe(403);
    const bundle = await preview(document, "/workspace", { flags: [] });
    expect(bundle.json()).toMatchObject({ resources: [] });
    const unknown = await preview(document, "/workspace", { flags: ["none"] });
    expect(unknown.statusCode).toBe(400);
  });

  it("answers only the calls of the list", async () => {
    const document = await draft(() => undefined);
    for (const path of ["/bid/create", "/auction/detail", "/auction/elsewhere"])
      expect((await preview(document, path)).statusCode).toBe(404);
  });

  it("checks a draft under another name as a new list", async () => {
    const document = await draft(() => undefined);
    const reply = await preview(document, "/workspace", {}, "none");
    expect(reply.statusCode).toBe(422);
    const nothing = { declaration: {}, labels: { en: {}, ru: {} } };
    const unknown = await preview(nothing, "/workspace", {}, "none");
    expect(unknown.statusCode).toBe(404);
  });

  it("reports the errors of a draft", async () => {
    const document = await draft(({ columns }) => {
      columns.push({ id: "none", fields: ["nothing"] });
    });
    const list = await preview(document, "/auction/listing");
    expect(list.statusCode).toBe(422);
    const { problems } = list.json<{ problems: Problem[] }>();
    const { columns } = document.declaration as { columns: object[] };
    const last = columns.length - 1;
    expect(problems[0]?.pointer).toBe(`/columns/${last}/fields/0`);
    expect((await check(document)).problems).toEqual(problems);
  });

  it("reports the impact on saved searches, URLs, indexes and viewers", async () => {
    await client.post("/user/save-search", {
      title: "Many kilometres",
      type: "auction",
      params: "mileage=1000,2000&sort=mileage&order=ASC",
    });
    const document = await draft((declaration) => {
      declaration.columns = declaration.columns.filter(
        ({ id }) => id !== "engine",
      );
      declaration.filters = declaration.filters.filter(
        ({ field }) => field !== "mileage",
      );
      declaration.filters.push({ field: "fuel" });
    });
    const { problems, difference, impact } = await check(document);
    expect(problems).toEqual([]);
    expect(difference.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(
      [
        "remove /columns/engine",
        "remove /filters/mileage",
        "add /filters/fuel",
      ],
    );
    expect(impact.savedSearches).toEqual({
      count: 1,
      users: 1,
      params: ["mileage"],
    });
    expect(impact.urls).toEqual([{ param: "mileage", reason: "removed" }]);
    expect(impact.indexes.created).toHaveLength(1);
    const seen = impact.viewers.find(({ role }) => role === "client");
    expect(seen?.gains).toEqual(["/filters/fuel"]);
    expect(seen?.loses).toContain("/columns/engine");
  });

  it("reports removed columns that users have arranged", async () => {
    const key = "car-auction.list";
    const value = { grid: { hidden: { engine: false }, widths: {} } };
    const reply = await client.put("/user/preferences", { key, value });
    expect(reply.statusCode).toBe(200);
    const document = await draft((declaration) => {
      declaration.columns = declaration.columns.filter(
        ({ id }) => id !== "engine",
      );
    });
    const { impact } = await check(document);
    expect(impact.layouts).toEqual({ users: 1, columns: ["engine"] });
  });

  it("words problems in the language of the reader", async () => {
    const document = await draft(({ columns }) => {
      columns.push({ id: "none", fields: ["nothing"] });
    });
    document.labels.en["columns.none"] = " ";
    const reply = await admin.post(
      "/workspace/check",
      { resource: cars, document },
      "ru",
    );
    const { problems } = reply.json<WorkspaceCheckReply>();
    expect(problems.length).toBeGreaterThan(1);
    for (const { reason } of problems) expect(reason).toMatch(/[а-я]/);
    const refused = await admin.post(
      "/workspace/preview",
      {
        resource: cars,
        document,
        as: { role: "client", flags: all },
        path: "/workspace",
        query: {},
      },
      "ru",
    );
    const [first] = refused.json<{ problems: Problem[] }>().problems;
    expect(first?.reason).toMatch(/[а-я]/);
  });

  it("rejects a blank label", async () => {
    const document = await draft(({ columns }) => {
      columns.push({ id: "both", fields: ["horsePower", "fuel"] });
    });
    document.labels.en["columns.both"] = " ";
    const { problems } = await check(document);
    expect(problems).toContainEqual({
      file: "locales/en.json",
      pointer: `/resources/${cars}/columns/both`,
      reason: "The label is blank. Enter a text or remove it.",
    });
  });
});

describe("the workshop", () => {
  it("refuses everyone but administrators", async () => {
    const test = await testApp();
    const document = (await (await workshopOf(test)).read()).document;
    const change = { resource: cars, document, version: "1", reason: "why" };
    for (const account of [
      "client",
      "dealer",
      "manager",
      "restricted",
    ] as const) {
      const other = await workshopOf(test, account);
      const as = { role: "admin", flags: [] };
      const draft = { resource: cars, document };
      const replies = await Promise.all([
        other.get("/workspace/resources"),
        other.get(`/workspace/resources/${cars}`),
        other.get("/workspace/changes"),
        other.get("/workspace/changes/1"),
        other.post("/workspace/changes", change),
        other.post("/workspace/changes", { undoes: "1", reason: "why" }),
        other.post("/workspace/check", draft),
        other.post("/workspace/preview", {
          ...draft,
          as,
          path: "/workspace",
          query: {},
        }),
      ]);
      for (const { statusCode } of replies) expect(statusCode).toBe(403);
    }
    const nobody = await test.call({ url: "/api/workspace/resources" });
    expect(nobody.statusCode).toBe(401);
  });

  it("lists the resources", async () => {
    const test = await testApp();
    const admin = await workshopOf(test);
    const lists = '{"id":["bid-manager","car-auction","my-bids"]}';
    const reply = await admin.get(
      `/workspace/resources?sort=["id","ASC"]&range=[0,1]&filter=${encodeURIComponent(lists)}`,
    );
    expect(reply.headers["content-range"]).toBe("resources 0-1/3");
    expect(reply.json<object[]>()[1]).toMatchObject({
      id: cars,
      title: {
        en: "Car auctions",
        ru: expect.stringMatching(/[а-я]/) as string,
      },
      route: "/car-auction",
      row: "lot",
      changedAt: null,
      problems: 0,
    });
  });
});
