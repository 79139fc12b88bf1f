import { beforeAll, describe, expect, it } from "vitest";
import type {
  DashboardReply,
  ListChartReply,
} from "../../../../generated/schemas";
import {
  signIn,
  testApp,
  type Account,
  type TestApp,
} from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { declareDepots, depotRow, depots } from "./support/depots";

const copy = declaredCopy();

/** Depots by kind, and a flag, a list and an owner that only managers see. */
const row = {
  ...depotRow,
  properties: {
    ...depotRow.properties,
    size: {
      title: "Size",
      type: ["string", "null"],
      enum: ["s", "m", "l", "xl", null],
    },
    isOpen: { title: "Open", type: ["boolean", "null"] },
  },
};
const filters = [
  ...depots.filters,
  { field: "size" },
  { field: "size", id: "sizeGiven", kind: "empty" as const },
  { field: "isOpen" },
];

const declare = (
  chart: object,
  edit: (properties: typeof row.properties) => object = (all) => all,
) => {
  copy.write(
    "schemas/depot.json",
    JSON.stringify({ ...row, properties: edit(row.properties) }),
  );
  copy.write(
    "resources/depots.json",
    JSON.stringify({ ...depots, filters, chart }),
  );
  copy.write(
    "dashboards/depots-today.json",
    JSON.stringify({
      name: "depots-today",
      route: "/depots-today",
      tiles: [
        { id: "all", list: "depots", kind: "count" },
        {
          id: "chart",
          list: "depots",
          kind: "chart",
          filters: { kind: "yard" },
        },
      ],
    }),
  );
};

describe("a chart over the choices of a filter", () => {
  let test: TestApp;
  beforeAll(async () => {
    declareDepots(copy);
    declare({ by: "size" });
    test = await testApp({ root: copy.root });
    const manager = await signIn(test, "manager");
    for (const [name, kind, size, isOpen, services] of [
      ["Aomori", "yard", "s", true, ["wash"]],
      ["Beppu", "yard", "m", true, ["wash", "tow"]],
      ["Chiba", "yard", "m", false, ["tow"]],
      ["Date", "port", "m", true, null],
      ["Ebina", "yard", "l", null, ["scales"]],
      ["Fuji", "yard", null, false, null],
    ]) {
      const reply = await test.call({
        method: "POST",
        url: "/api/lists/depots",
        payload: { name, kind, size, isOpen, services },
        ...manager,
      });
      expect(reply.statusCode).toBe(201);
    }
  });

  const redeclare = async (...args: Parameters<typeof declare>) => {
    declare(...args);
    await test.context.declarations.reload();
  };
  const get = async (url: string, who: Account = "manager") =>
    test.call({ url: `/api${url}`, ...(await signIn(test, who)) });
  const chart = async (query = "") =>
    (await get(`/lists/depots/chart${query}`)).json<ListChartReply>();
  const rowsOf = async (query: string) => {
    const list = await get(`/lists/depots?${query}`);
    return list.json<{ pageInfo: { totalSearchResults: number } }>().pageInfo
      .totalSearchResults;
  };

  it("has the values with the most rows, the rows without a value and the others", async () => {
    await redeclare({ by: "size", most: 1 });
    expect(await chart()).toEqual({
      success: true,
      groups: [{ value: "m", label: "m", count: 3 }],
      missing: 1,
      others: { values: 2, count: 2 },
    });
  });

  it("keeps the order of the filter if its declaration says so", async () => {
    await redeclare({ by: "size", order: "value" });
    const { groups } = await chart();
    expect(groups?.map(({ value }) => value)).toEqual(["s", "m", "l"]);
  });

  it("counts what the list shows with the value in its filter, whatever the filter holds", async () => {
    await redeclare({ by: "size" });
    const { groups = [], missing } = await chart("?kind=yard&size=s");
    expect(groups.map(({ count }) => count)).toEqual([2, 1, 1]);
    for (const { value, count } of groups)
      expect(await rowsOf(`kind=yard&size=${value}`)).toBe(count);
    expect(await rowsOf("kind=yard&sizeGiven=empty")).toBe(missing);
  });

  it("has the values of a flag", async () => {
    await redeclare({ by: "isOpen" });
    expect(await chart()).toMatchObject({
      groups: [
        { value: "1", count: 3 },
        { value: "0", count: 2 },
      ],
      missing: 1,
    });
  });

  it("does not add up the rows of a field with several values", async () => {
    await redeclare({ by: "services", most: 1 });
    const { groups, missing, others } = await chart();
    expect(groups).toMatchObject([{ count: 2 }]);
    expect(missing).toBeUndefined();
    expect(others).toEqual({ values: 2 });
  });

  it("leads from a tile to the rows of each bar", async () => {
    await redeclare({ by: "size" });
    const reply = await get("/dashboard?name=depots-today&tiles=chart");
    const [tile] = reply.json<DashboardReply>().tiles;
    expect(tile).toMatchObject({
      total: 5,
      to: "/depots?kind=yard",
      groups: [
        { value: "m", count: 2, to: "/depots?kind=yard&size=m" },
        { value: "s", count: 1 },
        { value: "l", count: 1 },
      ],
      missing: 1,
      missingTo: "/depots?kind=yard&sizeGiven=empty",
    });
  });

  it("does not exist for people who may not see its field", async () => {
    await redeclare({ by: "size" }, (properties) => ({
      ...properties,
      size: { ...properties.size, "x-access": { userTypes: ["manager"] } },
    }));
    expect((await get("/lists/depots/chart", "client")).statusCode).toBe(404);
    const reply = await get("/dashboard?name=depots-today", "client");
    const shown = reply.json<DashboardReply>().tiles.map(({ id }) => id);
    expect(shown).toEqual(["all"]);
    expect((await get("/lists/depots/chart")).statusCode).toBe(200);
  });
});
