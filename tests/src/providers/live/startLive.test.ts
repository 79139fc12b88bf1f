import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Resource, RowSchema } from "../../../../domain/resource";
import carAuction from "../../../fixtures/resources/car-auction.json";
import myBids from "../../../fixtures/resources/my-bids.json";
import type { LiveEvent } from "../../../../domain/liveEvent";
import bid from "../../../../schemas/bid.json";
import lot from "../../../../schemas/lot.json";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import {
  createDataProvider,
  type RowRecord,
} from "../../../../src/providers/dataProvider";
import { CallError } from "../../../../src/providers/CallError";
import {
  liveOutageStore,
  liveStore,
  staleLists,
} from "../../../../src/providers/events";
import { refreshLists } from "../../../../src/providers/live/refreshLists";
import { startLive } from "../../../../src/providers/live/startLive";
import { sessionStore } from "../../../../src/providers/session";
import { profileReply } from "../../identity/profiles";
import { fakeServer } from "../fakeServer";
import { liveServer, tabIs, written } from "./liveServer";
import { eventually } from "../../../support/eventually";

const workspace = createWorkspace({
  resources: [
    myBids as Resource,
    { ...carAuction, name: "cars" } as Resource,
    {
      ...carAuction,
      name: "ports",
      row: "port",
      pageType: undefined,
    } as Resource,
  ],
  schemas: { bid, lot, port: { $id: "port", properties: {} } } as Record<
    string,
    RowSchema
  >,
  routes: [],
  viewerVersion: "1",
  declarationsHash: "1",
  isOwnServer: true,
});
const dataProvider = createDataProvider(workspace);
let leaving: AbortController;

function start() {
  const queryClient = new QueryClient();
  const { signal } = leaving;
  const current = () => ({ dataProvider, workspace });
  startLive({ queryClient, current, userId: "1", signal });
  return queryClient;
}

beforeEach(() => {
  tabIs("visible");
  leaving = new AbortController();
});

afterEach(() => {
  leaving.abort();
  vi.useRealTimers();
});

it("loads the menu counters again only when they may have changed", async () => {
  const { connections } = liveServer();
  const queryClient = start();
  let reads = 0;
  const unsubscribe = new QueryObserver(queryClient, {
    queryKey: ["menu-counters"],
    queryFn: () => (reads += 1),
  }).subscribe(() => undefined);
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  connections[0]?.send(
    written(3, { name: "ready", data: { declarationsHash: "1" } }),
  );
  await eventually(() => {
    expect(liveStore.get()).toBe(true);
  });
  expect(reads).toBe(1);
  connections[0]?.send(written(4, { name: "counters", data: {} }));
  await eventually(() => {
    expect(reads).toBe(2);
  });
  unsubscribe();
});

it.each<LiveEvent>([
  { name: "session", data: {} },
  { name: "account", data: {} },
])("loads a client's profile again after $name", async (event) => {
  const { connections, calls } = liveServer();
  const { detail, balanceInfo, permission } = profileReply();
  sessionStore.set({
    status: "authenticated",
    detail,
    balanceInfo,
    permission,
    viewer: { ...detail, permissions: permission },
    role: "client",
    isExpired: false,
  });
  start();
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  expect(calls).not.toContain("/api/user/view-profile");
  connections[0]?.send(written(3, event));
  await eventually(() => {
    expect(calls).toContain("/api/user/view-profile");
  });
});

it("repeats calls that did not reach the server once the stream is back", async () => {
  const { connections } = liveServer();
  const queryClient = start();
  const reads = { unreached: 0, refused: 0 };
  const fail = (name: keyof typeof reads, status: number) =>
    new QueryObserver(queryClient, {
      queryKey: [name],
      retry: false,
      queryFn: () => {
        reads[name] += 1;
        throw new CallError({ status, code: name });
      },
    }).subscribe(() => undefined);
  const close = [fail("unreached", 0), fail("refused", 403)];
  await eventually(() => {
    expect(connections).toHaveLength(1);
    expect(reads).toEqual({ unreached: 1, refused: 1 });
  });
  connections[0]?.send(
    written(3, { name: "ready", data: { declarationsHash: "1" } }),
  );
  await eventually(() => {
    expect(reads).toEqual({ unreached: 2, refused: 1 });
  });
  for (const unsubscribe of close) unsubscribe();
});

it("reads an open lot again when an import has changed it", async () => {
  const { connections } = liveServer();
  const queryClient = start();
  const reads = { changed: 0, other: 0 };
  const open = (id: string, name: keyof typeof reads) =>
    new QueryObserver(queryClient, {
      queryKey: ["detail", "cars", id],
      queryFn: () => (reads[name] += 1),
    }).subscribe(() => undefined);
  const close = [open("7", "changed"), open("8", "other")];
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  const area = { area: "auction", added: 0, changed: 1, lotIds: ["7"] };
  connections[0]?.send(written(3, { name: "lots", data: { areas: [area] } }));
  await eventually(() => {
    expect(reads).toEqual({ changed: 2, other: 1 });
  });
  for (const unsubscribe of close) unsubscribe();
});

it("reads the pages and forms of changed rows again, whatever the rows are", async () => {
  const { connections } = liveServer();
  const queryClient = start();
  const reads: string[] = [];
  const keys = [
    ["row", "ports", "7"],
    ["row", "ports", "8"],
    ["edit", "ports", "7"],
    ["row", "cars", "9"],
    ["row", "my-bids", "5"],
    ["compare", "cars:8,cars:9"],
    ["compare", "cars:8"],
  ];
  const close = keys.map((queryKey) =>
    new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => reads.push(queryKey.join("/")),
    }).subscribe(() => undefined),
  );
  await eventually(() => {
    expect(connections).toHaveLength(1);
    expect(reads).toHaveLength(keys.length);
  });
  reads.length = 0;
  const area = { area: "auction", added: 0, changed: 1, lotIds: ["9"] };
  connections[0]?.send(
    written(
      3,
      { name: "lots", data: { areas: [area] } },
      { name: "bids", data: { bidIds: ["5"], lotIds: [] } },
      { name: "records", data: { lists: [{ list: "ports", ids: ["7"] }] } },
    ),
  );
  await eventually(() => {
    expect(reads.toSorted()).toEqual([
      "compare/cars:8,cars:9",
      "edit/ports/7",
      "row/cars/9",
      "row/my-bids/5",
      "row/ports/7",
    ]);
  });
  for (const unsubscribe of close) unsubscribe();
});

const ready = written(3, { name: "ready", data: { declarationsHash: "1" } });

it("says that live updates are off while a proxy answers for the stream", async () => {
  vi.useFakeTimers();
  let hasStream = false;
  const { connections } = liveServer({ hasStream: () => hasStream });
  start();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(liveOutageStore.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(liveOutageStore.get()).toBe(true);
  expect(liveStore.get()).toBe(false);
  hasStream = true;
  // The delay to the next attempt is random, and a silent stream is cut.
  while (connections.length === 0) await vi.advanceTimersByTimeAsync(1_000);
  connections[0]?.send(ready);
  await vi.advanceTimersByTimeAsync(0);
  expect(liveOutageStore.get()).toBe(false);
  expect(liveStore.get()).toBe(true);
});

it("gives a page a minute to reconnect after it was hidden", async () => {
  vi.useFakeTimers();
  const { connections } = liveServer();
  start();
  await vi.advanceTimersByTimeAsync(0);
  connections[0]?.send(ready);
  tabIs("hidden");
  await vi.advanceTimersByTimeAsync(600_000);
  tabIs("visible");
  await vi.advanceTimersByTimeAsync(59_000);
  expect(liveOutageStore.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(liveOutageStore.get()).toBe(true);
});

const bids = (...rows: { bidId: string; bidStatus: number }[]) => ({
  body: {
    success: true,
    cars: rows,
    counters: {},
    pageInfo: { totalSearchResults: rows.length },
  },
});

it("updates a bid in place and only announces new bids", async () => {
  let answer = bids({ bidId: "2", bidStatus: 1 }, { bidId: "1", bidStatus: 1 });
  fakeServer(() => answer);
  const queryClient = new QueryClient();
  const params = {
    pagination: { page: 1, perPage: 20 },
    sort: { field: "", order: "ASC" as const },
    filter: { filters: {}, search: null },
  };
  const queryKey = ["my-bids", "getList", params];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => dataProvider.getList<RowRecord>("my-bids", params),
    staleTime: Infinity,
  });
  const unsubscribe = observer.subscribe(() => undefined);
  const states = () =>
    observer
      .getCurrentResult()
      .data?.data.map(({ row }: RowRecord) => [row.bidId, row.bidStatus]);
  await eventually(() => {
    expect(states()).toEqual([
      ["2", 1],
      ["1", 1],
    ]);
  });
  const moved: string[] = [];
  const leave = staleLists.subscribe((name) => moved.push(name));
  const changed = { bidIds: ["1"], lotIds: ["9"], lists: new Map() };
  const refresh = () =>
    refreshLists({ queryClient, dataProvider, workspace, changed });

  answer = bids({ bidId: "2", bidStatus: 1 }, { bidId: "1", bidStatus: 2 });
  await refresh();
  expect(states()).toEqual([
    ["2", 1],
    ["1", 2],
  ]);
  expect(moved).toEqual([]);

  answer = bids({ bidId: "3", bidStatus: 1 }, { bidId: "2", bidStatus: 2 });
  await refresh();
  expect(states()).toEqual([
    ["2", 2],
    ["1", 2],
  ]);
  expect(moved).toEqual(["my-bids"]);
  leave();
  unsubscribe();
});

it("renews a changed lot in its list and leaves lists of bids alone", async () => {
  const lots = createWorkspace({
    resources: [carAuction as Resource, myBids as Resource],
    schemas: { lot, bid } as Record<string, RowSchema>,
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
  });
  const provider = createDataProvider(lots);
  let startPrice = 100_000;
  const calls = fakeServer(({ path }) =>
    path.startsWith("/api/bid")
      ? bids({ bidId: "2", bidStatus: 1 })
      : {
          body: {
            success: true,
            carsList: [{ id: "7", startPrice }],
            pageInfo: { totalSearchResults: 1 },
          },
        },
  );
  const queryClient = new QueryClient();
  const params = {
    pagination: { page: 1, perPage: 20 },
    sort: { field: "", order: "ASC" as const },
    filter: { filters: {}, search: null },
  };
  const observers = ["car-auction", "my-bids"].map(
    (name) =>
      new QueryObserver(queryClient, {
        queryKey: [name, "getList", params],
        queryFn: () => provider.getList<RowRecord>(name, params),
        staleTime: Infinity,
      }),
  );
  const close = observers.map((observer) =>
    observer.subscribe(() => undefined),
  );
  await eventually(() => {
    expect(
      observers.map((observer) => observer.getCurrentResult().status),
    ).toEqual(["success", "success"]);
  });
  calls.splice(0);
  startPrice = 120_000;
  await refreshLists({
    queryClient,
    dataProvider: provider,
    workspace: lots,
    changed: { bidIds: [], lotIds: ["7"], lists: new Map() },
  });
  const [row] = observers[0]?.getCurrentResult().data?.data ?? [];
  expect(row?.row.startPrice).toBe(120_000);
  expect(calls).toHaveLength(1);
  for (const unsubscribe of close) unsubscribe();
});
