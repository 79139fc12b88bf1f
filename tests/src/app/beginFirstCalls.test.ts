import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { userLevels, userTypes } from "../../../domain/access";
import { callAddress } from "../../../domain/callAddress";
import { firstListCalls, firstState } from "../../../domain/listing/firstCalls";
import { beginFirstCalls } from "../../../src/app/beginFirstCalls";
import { firstQueryClient } from "../../../src/app/queryClient";
import {
  createDataProvider,
  listParams,
} from "../../../src/providers/dataProvider";
import { bundledWorkspace } from "../../../src/providers/foreign/bundledWorkspace";
import { readRow } from "../../../src/providers/rowApi";
import { sessionStore } from "../../../src/providers/session";
import { lotDetail } from "../catalog/lotDetail";
import { permissions, profileReply } from "../identity/profiles";
import { fakeServer } from "../providers/fakeServer";

const viewer = {
  userId: "7",
  userType: userTypes.client,
  userLevel: userLevels.client,
  roleId: 2,
  permissions: permissions(true),
};
const workspace = bundledWorkspace(viewer);

const begin = (pathname: string) =>
  beginFirstCalls(workspace, viewer, { pathname, search: "" });

/** The list as its screen asks for it, soonest first, nothing chosen. */
const askForList = (perPage: number) =>
  createDataProvider(workspace).getList("car-auction", {
    pagination: { page: 1, perPage },
    sort: { field: "", order: "ASC" },
    filter: { filters: {}, search: null },
  });

const listCalls = (calls: string[]) =>
  calls.filter((call) => call.includes("/auction/listing"));

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the first calls of a list", () => {
  it("are started by address and used by the screen", async () => {
    const calls = fakeServer(() => ({ body: { success: true, carsList: [] } }));
    await begin("/");
    await askForList(20);
    expect(listCalls(calls)).toHaveLength(1);
    expect(calls.some((call) => call.includes("/auction/filters"))).toBe(true);
  });

  it("include the call of a lot's page", async () => {
    const calls = fakeServer(() => ({
      body: { success: true, detail: lotDetail() },
    }));
    await begin("/car-auction/42");
    await readRow(workspace.resource("car-auction"), { id: "42" });
    expect(calls.filter((call) => call.includes("/auction/detail"))).toEqual([
      "GET /api/auction/detail?id=42",
    ]);
  });

  it("use the page size that was last chosen", async () => {
    localStorage.setItem("RaStoreSeriba/7/.car-auction.pageSize", "50");
    const calls = fakeServer(() => ({ body: { success: true, carsList: [] } }));
    await begin("/car-auction");
    await askForList(50);
    expect(listCalls(calls)).toHaveLength(1);
  });

  it("are not sent again if the page has sent them, and the rows are ready", async () => {
    const calls = fakeServer(() => ({}));
    vi.spyOn(performance, "now").mockReturnValue(100);
    sessionStore.set({
      status: "authenticated",
      ...profileReply(),
      viewer,
      role: "client",
      isExpired: false,
    });
    const resource = workspace.resource("car-auction");
    const row = workspace.row(resource.row);
    const state = firstState(resource, row, {
      search: "",
      stored: undefined,
    });
    const own = { ...workspace, isOwnServer: true };
    const body = JSON.stringify({
      carsList: [],
      pageInfo: { totalSearchResults: 3 },
    });
    const early = firstListCalls(resource, row, state, {
      namesFacets: true,
    }).map(
      ({ path, query }) =>
        [
          `/api${callAddress(path, query)}`,
          Promise.resolve(new Response(body)),
        ] as const,
    );
    vi.stubGlobal("earlyResponses", new Map(early));
    await beginFirstCalls(own, viewer, { pathname: "/", search: "" });
    const cached = firstQueryClient().getQueryCache().getAll();
    expect(calls).toEqual([]);
    expect(cached.map(({ queryKey }) => queryKey)).toEqual([
      ["car-auction", "getList", listParams(state, false)],
      ["car-auction", "facets", expect.anything()],
    ]);
    expect(cached.map((query) => query.state.status)).toEqual([
      "success",
      "success",
    ]);
  });

  it("are not sent for other pages", async () => {
    const calls = fakeServer(() => ({}));
    await begin("/profile");
    expect(calls).toEqual([]);
  });
});
