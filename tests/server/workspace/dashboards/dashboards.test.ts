import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Dashboard, Tile } from "../../../../domain/dashboard";
import type {
  DashboardReply,
  DashboardTile,
  WorkspaceReply,
} from "../../../../generated/schemas";
import { readTile } from "../../../../server/workspace/dashboards/readTile";
import { readDashboard } from "../../../../server/workspace/dashboards/readDashboard";
import { failure } from "../../../../server/platform/errors";
import {
  signIn,
  testApp,
  type Account,
  type TestApp,
} from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { declareDepots } from "../records/support/depots";

const copy = declaredCopy();

const count: Tile = { id: "all", list: "depots", kind: "count" };
const tiles: Tile[] = [
  count,
  {
    id: "ports",
    list: "depots",
    kind: "count",
    filters: { kind: "port" },
  },
  { id: "places", list: "depots", kind: "sum", field: "places" },
  { id: "rent", list: "depots", kind: "sum", field: "rent" },
  {
    id: "averageRent",
    list: "depots",
    kind: "sum",
    field: "rent",
    as: "average",
  },
  { id: "dear", list: "depots", kind: "count", filters: { rent: "100," } },
  {
    id: "opened",
    list: "depots",
    kind: "count",
    filters: { opened: "@today,@today" },
  },
  {
    id: "largest",
    list: "depots",
    kind: "rows",
    sort: { id: "places", order: "DESC" },
    rows: 2,
    columns: ["kind", "rent"],
  },
  { id: "kinds", list: "depots", kind: "groups", by: "kind" },
  { ...count, id: "forManagers", access: { userTypes: ["manager"] } },
];

const depotsToday: Dashboard = {
  name: "depots-today",
  route: "/depots-today",
  tiles,
};

const write = (dashboard: object) => {
  copy.write("dashboards/depots-today.json", JSON.stringify(dashboard));
};

describe("a dashboard", () => {
  let test: TestApp;

  beforeAll(async () => {
    declareDepots(copy);
    write(depotsToday);
    test = await testApp({ root: copy.root });
    const manager = await signIn(test, "manager");
    for (const [name, kind, places, rent, opened] of [
      ["Yokohama", "port", 30, 100, "2026-11-20"],
      ["Kobe", "port", 20, null, "2026-11-19"],
      ["Oyama", "yard", 50, 200, null],
    ]) {
      const reply = await test.call({
        method: "POST",
        url: "/api/lists/depots",
        payload: { name, kind, places, rent, opened },
        ...manager,
      });
      expect(reply.statusCode).toBe(201);
    }
  });

  beforeEach(async () => {
    write(depotsToday);
    await test.context.declarations.reload();
  });

  const get = async (who: Account, query = "name=depots-today") =>
    test.call({
      url: `/api/dashboard?${query}`,
      ...(await signIn(test, who)),
    });
  const tilesOf = async (who: Account, query?: string) => {
    const reply = await get(who, query);
    expect(reply.statusCode).toBe(200);
    return new Map(
      reply
        .json<DashboardReply>()
        .tiles.map((tile): [string, DashboardTile] => [tile.id, tile]),
    );
  };
  const declared = async (who: Account) => {
    const reply = await test.call({
      url: "/api/workspace",
      ...(await signIn(test, who)),
    });
    const { dashboards = [] } = reply.json<WorkspaceReply>();
    return (dashboards as unknown as Dashboard[]).find(
      ({ name }) => name === "depots-today",
    );
  };

  it("counts, adds up, shows and groups the rows of a list in one call", async () => {
    const found = await tilesOf("manager");
    expect(found.get("all")).toEqual({ id: "all", to: "/depots", total: 3 });
    expect(found.get("ports")).toMatchObject({
      to: "/depots?kind=port",
      total: 2,
    });
    expect(found.get("places")).toMatchObject({ total: 3, sum: 100 });
    expect(found.get("rent")).toMatchObject({ sum: 300 });
    expect(found.get("averageRent")).toMatchObject({ total: 3, sum: 150 });
    expect(found.get("kinds")?.groups).toEqual([
      { value: "port", label: "port", count: 2, to: "/depots?kind=port" },
      { value: "yard", label: "yard", count: 1, to: "/depots?kind=yard" },
    ]);
    expect(found.get("largest")).toMatchObject({
      to: "/depots?sort=places&order=DESC",
      total: 3,
      rows: [{ name: "Oyama" }, { name: "Yokohama" }],
    });
  });

  it("puts the day in Japan into filters", async () => {
    const opened = (await tilesOf("manager")).get("opened");
    expect(opened).toMatchObject({
      to: "/depots?opened=2026-11-20,2026-11-20",
      total: 1,
    });
  });

  it("reads the named tiles alone", async () => {
    const found = await tilesOf("manager", "name=depots-today&tiles=ports,all");
    expect([...found.keys()]).toEqual(["all", "ports"]);
  });

  it("has no tile over a list, filter, field or rule that hides it", async () => {
    const found = await tilesOf("client");
    expect([...found.keys()]).toEqual([
      "all",
      "ports",
      "places",
      "opened",
      "largest",
      "kinds",
    ]);
    const [row] = found.get("largest")?.rows ?? [];
    expect(row).not.toHaveProperty("rent");
    const dashboard = await declared("client");
    expect(dashboard?.tiles.map(({ id }) => id)).toEqual([...found.keys()]);
    const largest = dashboard?.tiles.find(({ id }) => id === "largest");
    expect(largest?.columns).toEqual(["kind"]);
    const hidden = await get("client", "name=depots-today&tiles=rent");
    expect(hidden.statusCode).toBe(404);
  });

  it("does not exist for people without any tile, or outside its rule", async () => {
    write({ ...depotsToday, access: { roles: ["admin"] } });
    await test.context.declarations.reload();
    expect((await get("manager")).statusCode).toBe(404);
    expect(await declared("manager")).toBeUndefined();
    expect((await get("admin")).statusCode).toBe(200);
    write({ ...depotsToday, tiles: [tiles[3]] });
    await test.context.declarations.reload();
    expect((await get("client")).statusCode).toBe(404);
    expect((await get("manager", "name=unknown")).statusCode).toBe(404);
  });

  it("changes while the program runs", async () => {
    write({ ...depotsToday, tiles: [{ ...count, id: "other" }] });
    await test.context.declarations.reload();
    expect([...(await tilesOf("client")).keys()]).toEqual(["other"]);
  });

  it("needs a session", async () => {
    const reply = await test.call({ url: "/api/dashboard?name=depots-today" });
    expect(reply.statusCode).toBe(401);
  });

  describe("with a tile that fails", () => {
    const readWith = async (read: typeof readTile, tileMs?: number) => {
      const { context } = test;
      const text = await readDashboard(
        context,
        context.findLists,
        {
          name: "depots-today",
          tiles: ["all", "ports"],
          viewer: {
            userId: "1",
            userType: 3,
            userLevel: 991,
            roleId: 0,
            permissions: {},
          },
          language: "en",
        },
        { read, ...(tileMs !== undefined && { tileMs }) },
      );
      return (text.parse() as DashboardReply).tiles;
    };

    it("shows the others", async () => {
      const failing: typeof readTile = (context, lists, tile, request) =>
        tile.id === "all"
          ? Promise.reject(failure("unavailable"))
          : readTile(context, lists, tile, request);
      expect(await readWith(failing)).toEqual([
        { id: "all", to: "/depots", error: "unavailable" },
        { id: "ports", to: "/depots?kind=port", total: 2 },
      ]);
      const broken: typeof readTile = () =>
        Promise.reject(new Error("The disk is gone"));
      const [first] = await readWith(broken);
      expect(first).toEqual({ id: "all", to: "/depots", error: "internal" });
      expect(test.logged()).toContain("a tile of a dashboard failed");
    });

    it("ends a tile that takes longer than its time", async () => {
      const endless: typeof readTile = (context, lists, tile, request) =>
        tile.id === "all"
          ? new Promise(() => undefined)
          : readTile(context, lists, tile, request);
      const found = await readWith(endless, 500);
      expect(found[0]).toMatchObject({ id: "all", error: "unavailable" });
    });

    it("counts as failed if there was no time to count", async () => {
      const { context } = test;
      const lists = context.findLists("depot");
      if (!lists) throw new Error("No lists of depots");
      const uncounted = {
        ...lists,
        reader: {
          ...lists.reader,
          index: {
            ...lists.reader.index,
            find: async (
              ...args: Parameters<typeof lists.reader.index.find>
            ) => ({
              ...(await lists.reader.index.find(...args)),
              total: -1,
            }),
          },
        },
      };
      const read: typeof readTile = (own, _lists, tile, request) =>
        readTile(own, () => uncounted, tile, request);
      expect(await readWith(read)).toMatchObject([
        { id: "all", error: "unavailable" },
        { id: "ports", error: "unavailable" },
      ]);
    });
  });

  describe("with mistakes", () => {
    const problemsOf = async (dashboard: object) => {
      write(dashboard);
      await test.context.declarations.reload();
      return test.context.workspace.problems
        .filter(({ severity }) => severity !== "warning")
        .map(({ file, pointer, reason }) => `${file} ${pointer}: ${reason}`);
    };
    const tileWith = (change: object) => ({
      ...depotsToday,
      tiles: [{ ...count, ...change }],
    });
    const file = "dashboards/depots-today.json";

    it.each([
      [
        { list: "depot" },
        '/list: "depot" is not a list in resources/. Did you mean "depots"?',
      ],
      [
        { filters: { kin: "port" } },
        '/filters: "kin" is not a filter of the list depots. Did you mean "kind"?',
      ],
      [
        { filters: { kind: "harbour" } },
        '/filters/kind: The filter kind of the list depots cannot have the value "harbour" here.',
      ],
      [
        { kind: "rows", sort: { id: "kind", order: "ASC" } },
        '/sort/id: "kind" is not a sort of the list depots. Valid: "name", "places".',
      ],
      [
        { kind: "rows", columns: ["nam"] },
        '/columns/0: "nam" is not a column of the list depots. Did you mean "name"?',
      ],
      [{ kind: "sum" }, ': A tile of the kind sum needs "field".'],
      [
        { kind: "sum", field: "name" },
        '/field: "name" is not in the summary of the list depots. Valid: "places", "rent".',
      ],
      [{ kind: "groups" }, ': A tile of the kind groups needs "by".'],
      [
        { kind: "groups", by: "places" },
        '/by: "places" is not a filter of the list depots whose values can be counted. Valid: "kind", "services".',
      ],
      [
        { kind: "groups", by: "kind", filters: { kind: "port" } },
        '/by: The tile counts the values of "kind", so its filters cannot set it.',
      ],
      [{ kind: "chart" }, "/list: The list depots has no chart."],
      [{ rows: 3 }, '/rows: "rows" has no effect in a tile of the kind count.'],
      [{ access: { flags: [] } }, ""],
    ])("names the mistake of a tile: %j", async (change, reason) => {
      const problems = await problemsOf(tileWith(change));
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(`${file} /tiles/0${reason}`);
    });

    it("names doubled tiles, taken names and taken routes", async () => {
      expect(
        await problemsOf({ ...depotsToday, tiles: [count, count] }),
      ).toEqual([`${file} /tiles/1/id: "all" is already the id of /tiles/0.`]);
      expect(await problemsOf({ ...depotsToday, route: "/depots" })).toEqual([
        `${file} /route: Route /depots already belongs to the list "depots".`,
      ]);
      expect(await problemsOf({ ...depotsToday, route: "/dashboard" })).toEqual(
        [expect.stringContaining("/route: Route /dashboard already belongs")],
      );
      expect(await problemsOf({ ...depotsToday, name: "depots" })).toEqual([
        `${file} /name: Must be the name of the file, "depots-today".`,
        `${file} /name: A list already has the name "depots". Rename the file.`,
      ]);
      expect(await problemsOf({ ...depotsToday, tils: [] })).toEqual([
        `${file} /tils: Unknown key "tils". Did you mean "tiles"?`,
      ]);
    });
  });
});
