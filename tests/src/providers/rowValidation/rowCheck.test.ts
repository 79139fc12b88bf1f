import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Resource, RowSchema } from "../../../../domain/resource";
import carAuction from "../../../fixtures/resources/car-auction.json";
import lotSchema from "../../../../schemas/lot.json";
import type { RowRecord } from "../../../../src/providers/rowApi";
import { fakeServer, refusal } from "../fakeServer";
import { eventually } from "../../../support/eventually";

const lot = lotSchema as RowSchema;
const params = {
  pagination: { page: 2, perPage: 20 },
  sort: { field: "", order: "ASC" as const },
  filter: { filters: {}, search: null },
};

/** The data provider of a freshly opened page over a workspace. */
async function openPage(
  options: { row?: RowSchema; validators?: Record<string, string> } = {},
) {
  vi.resetModules();
  const [{ createWorkspace }, { createDataProvider }, { workspaceOutdated }] =
    await Promise.all([
      import("../../../../src/providers/createWorkspace"),
      import("../../../../src/providers/dataProvider"),
      import("../../../../src/providers/events"),
    ]);
  const workspace = createWorkspace({
    resources: [carAuction as Resource],
    schemas: { lot: options.row ?? lot },
    validators: options.validators,
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
  });
  const outdated = vi.fn();
  workspaceOutdated.subscribe(outdated);
  const provider = createDataProvider(workspace);
  return {
    list: () => provider.getList<RowRecord>("car-auction", params),
    outdated,
  };
}

const reply = (...carsList: unknown[]) => ({
  body: { success: true, carsList, pageInfo: { totalSearchResults: 40 } },
});

const good = { id: "41", lotNo: "7", status: 4532, year: 2015 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a list without checks from its server", () => {
  it("is checked by the checks of the build and keeps the server's total", async () => {
    fakeServer(() => reply(good, { ...good, id: "42", year: "2015" }));
    const { list } = await openPage();
    const found = await list();
    expect(found.data).toEqual([{ id: "41", row: good }]);
    expect(found.total).toBe(40);
    expect(found.meta).toMatchObject({
      problems: [
        { place: 22, key: "42", faults: [{ path: ["year"], value: "2015" }] },
      ],
    });
  });

  it("is not checked for our own lengths and bounds", async () => {
    const long = { ...good, year: 1066, equip: "AC ".repeat(500), lotNo: "" };
    fakeServer(() => reply(long, { id: "42" }));
    const { list } = await openPage();
    const { data } = await list();
    expect(data.map(({ id }) => id)).toEqual(["41", "42"]);
  });

  it("is not checked for fields that have changed or are hidden", async () => {
    const { year: _hidden, ...properties } = lot.properties;
    const row = {
      ...lot,
      properties: { ...properties, color: { type: "integer" } },
    };
    fakeServer(() => reply({ ...good, year: "old", color: 5, lotNo: 7 }));
    const { list } = await openPage({ row });
    expect((await list()).meta).toMatchObject({
      problems: [{ faults: [{ path: ["lotNo"] }] }],
    });
  });

  it("fails when its rows are not an array", async () => {
    fakeServer(() => ({ body: { success: true, carsList: { 0: good } } }));
    const { list } = await openPage();
    await expect(list()).rejects.toMatchObject({ code: "internal" });
  });
});

describe("a list whose checks fail to load", () => {
  const validators = { lot: "/workspace/rows/lot.gone.js" };

  it("is shown unchecked and announces an outdated workspace", async () => {
    const calls = fakeServer(({ path }) =>
      path.endsWith(".js")
        ? refusal(404, "not_found")
        : reply({ ...good, year: "2015" }, { lotNo: "no key" }),
    );
    const { list, outdated } = await openPage({ validators });
    const found = await list();
    expect(found.data).toHaveLength(1);
    expect(found.meta).toMatchObject({ problems: [{ place: 22, key: null }] });
    expect(outdated).toHaveBeenCalledOnce();
    expect(calls).toContain("HEAD /api/workspace/rows/lot.gone.js");
  });

  it("waits at most a second and does not retry with each call", async () => {
    let answer: (() => void) | undefined;
    const calls = fakeServer(async ({ path }) => {
      if (path.endsWith(".js"))
        await new Promise<void>((resolve) => (answer = resolve));
      return reply(good);
    });
    const { list, outdated } = await openPage({ validators });
    const first = list();
    await eventually(() => {
      expect(answer).toBeDefined();
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await first).data).toHaveLength(1);
    expect((await list()).data).toHaveLength(1);
    expect(calls.filter((one) => one.startsWith("HEAD"))).toHaveLength(1);
    expect(outdated).not.toHaveBeenCalled();
  });
});
