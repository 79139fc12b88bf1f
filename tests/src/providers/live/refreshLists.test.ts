import {
  InfiniteQueryObserver,
  QueryClient,
  QueryObserver,
} from "@tanstack/react-query";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../../domain/resource";
import carAuction from "../../../fixtures/resources/car-auction.json";
import myBids from "../../../fixtures/resources/my-bids.json";
import bid from "../../../../schemas/bid.json";
import lot from "../../../../schemas/lot.json";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import {
  createDataProvider,
  type RowRecord,
} from "../../../../src/providers/dataProvider";
import { staleLists } from "../../../../src/providers/events";
import {
  forgetOwnChanges,
  noteOwnChanges,
} from "../../../../src/providers/cachedRows";
import { refreshLists } from "../../../../src/providers/live/refreshLists";
import { eventually } from "../../../support/eventually";
import { fakeServer } from "../fakeServer";

/** A list of neither lots nor bids; it has no page type either. */
const members = {
  ...myBids,
  name: "members",
  row: "member",
  key: "id",
  calls: { list: { ...myBids.calls.list, path: "/members" } },
};
const member = { $id: "member", properties: { id: { type: "string" } } };

const workspace = createWorkspace({
  resources: [myBids, carAuction, members] as Resource[],
  schemas: { bid, lot, member } as Record<string, RowSchema>,
  routes: [],
  viewerVersion: "1",
  declarationsHash: "1",
  isOwnServer: true,
});
const dataProvider = createDataProvider(workspace);
const pageSize = 2;
const paramsOf = (page: number) => ({
  pagination: { page, perPage: pageSize },
  sort: { field: "", order: "ASC" as const },
  filter: { filters: {}, search: null },
});

// A list waits only a second for this module.
beforeAll(() => import("../../../../src/providers/rowValidation/builtCheck"));

let rows: Record<string, unknown>[];
let calls: string[];
let isCounted: boolean;
let queryClient: QueryClient;

beforeEach(() => {
  queryClient = new QueryClient();
  rows = ["4", "3", "2", "1"].map((bidId) => ({ bidId, id: `9${bidId}` }));
  isCounted = true;
  calls = fakeServer(({ query }) => {
    const first = (Number(query.get("page")) - 1) * pageSize;
    const shown = rows.slice(first, first + pageSize);
    const pageInfo = { totalSearchResults: isCounted ? rows.length : -1 };
    return { body: { success: true, cars: shown, carsList: shown, pageInfo } };
  });
});

/** Opens a list that loads more pages on scrolling, with two pages loaded. */
async function openScrollingList(name: string) {
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: [name, "getInfiniteList", paramsOf(1)],
    queryFn: ({ pageParam }) =>
      dataProvider.getList<RowRecord>(name, paramsOf(pageParam)),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => pages.length + 1,
    staleTime: Infinity,
  });
  observer.subscribe(() => undefined);
  await observer.refetch();
  await observer.fetchNextPage();
  calls.length = 0;
  return () =>
    observer.getCurrentResult().data?.pages.flatMap(({ data }) => data) ?? [];
}

const pagesCalled = () =>
  calls.map((call) => new URLSearchParams(call.split("?")[1]).get("page"));

const refresh = (changed: { bidIds?: string[]; lotIds?: string[] }) =>
  refreshLists({
    queryClient,
    dataProvider,
    workspace,
    changed: { bidIds: [], lotIds: [], lists: new Map(), ...changed },
  });

describe("a bid event", () => {
  it("loads only the page that shows the bid", async () => {
    const shown = await openScrollingList("my-bids");
    rows[2] = { bidId: "2", id: "92", bidStatus: 6 };
    await refresh({ bidIds: ["2"], lotIds: ["92"] });
    expect(pagesCalled()).toEqual(["2"]);
    expect(shown().map(({ row }) => row.bidStatus)).toEqual([
      undefined,
      undefined,
      6,
      undefined,
    ]);
  });

  it("updates the total and the counts of the filters", async () => {
    await openScrollingList("my-bids");
    const facets = ["my-bids", "facets", {}];
    queryClient.setQueryData(facets, {});
    rows.push({ bidId: "0", id: "90" });
    await refresh({ bidIds: ["2"], lotIds: ["92"] });
    const key = ["my-bids", "getInfiniteList", paramsOf(1)];
    const read = queryClient.getQueryData<{ pages: { total: number }[] }>(key);
    expect(read?.pages.map(({ total }) => total)).toEqual([5, 5]);
    expect(queryClient.getQueryState(facets)?.isInvalidated).toBe(true);
  });

  it("keeps the known total if the server has no time to count again", async () => {
    await openScrollingList("my-bids");
    isCounted = false;
    await refresh({ bidIds: ["2"], lotIds: ["92"] });
    const key = ["my-bids", "getInfiniteList", paramsOf(1)];
    const read = queryClient.getQueryData<{ pages: { total: number }[] }>(key);
    expect(read?.pages.map(({ total }) => total)).toEqual([4, 4]);
  });

  it("does not announce rows that left the list by a change made here", async () => {
    await openScrollingList("my-bids");
    const stale: string[] = [];
    const stop = staleLists.subscribe((name) => stale.push(name));
    noteOwnChanges("my-bids", ["4"]);
    rows = rows.filter(({ bidId }) => bidId !== "4");
    await refresh({ bidIds: ["4"], lotIds: ["94"] });
    expect(stale).toEqual([]);
    rows = rows.filter(({ bidId }) => bidId !== "3");
    await refresh({ bidIds: ["3"], lotIds: ["93"] });
    expect(stale).toEqual(["my-bids"]);
    stop();
    forgetOwnChanges("my-bids");
  });

  it("looks for a new bid on the first page and announces the stale list", async () => {
    const shown = await openScrollingList("my-bids");
    const stale: string[] = [];
    const unsubscribe = staleLists.subscribe((name) => stale.push(name));
    rows.unshift({ bidId: "5", id: "95" });
    await refresh({ bidIds: ["5"] });
    unsubscribe();
    expect(pagesCalled()).toEqual(["1"]);
    expect(shown().map(({ id }) => id)).toEqual(["4", "3", "2", "1"]);
    expect(stale).toEqual(["my-bids"]);
  });

  it("loads a list of lots only if it shows the bid's lot", async () => {
    await openScrollingList("car-auction");
    await refresh({ bidIds: ["2"], lotIds: ["70"] });
    expect(calls).toEqual([]);
    await refresh({ bidIds: ["2"], lotIds: ["92"] });
    expect(pagesCalled()).toEqual(["2"]);
  });

  it("does not load lists of other rows, whether they have a page type or not", async () => {
    await openScrollingList("members");
    await refresh({ bidIds: ["2"], lotIds: ["92"] });
    expect(calls).toEqual([]);
  });
});

it("removes a row that no longer matches its schema and reports the problem", async () => {
  const observer = new QueryObserver(queryClient, {
    queryKey: ["my-bids", "getList", paramsOf(1)],
    queryFn: () => dataProvider.getList<RowRecord>("my-bids", paramsOf(1)),
    staleTime: Infinity,
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await observer.refetch();
  rows[0] = { bidId: "4", bidStatus: "won" };
  await refresh({ bidIds: ["4"] });
  unsubscribe();
  const { data } = observer.getCurrentResult();
  expect(data?.data.map(({ id }) => id)).toEqual(["3"]);
  expect(data).toMatchObject({
    meta: { problems: [{ key: "4", faults: [{ path: ["bidStatus"] }] }] },
  });
});

describe("a page that changes while its rows are loaded", () => {
  async function open(name: string) {
    const queryKey = [name, "getList", paramsOf(1)];
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => dataProvider.getList<RowRecord>(name, paramsOf(1)),
      staleTime: Infinity,
    });
    closing.push(observer.subscribe(() => undefined));
    await observer.refetch();
    calls.length = 0;
    const statuses = () =>
      observer.getCurrentResult().data?.data.map(({ row }) => row.bidStatus);
    return { observer, queryKey, statuses };
  }
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** Answers calls with the rows of the time when the call was sent. */
  function answerLater() {
    const waiting: (() => void)[] = [];
    calls = fakeServer(async () => {
      const shown = rows.slice(0, pageSize);
      await new Promise<void>((resolve) => waiting.push(resolve));
      const pageInfo = { totalSearchResults: rows.length };
      return {
        body: { success: true, cars: shown, carsList: shown, pageInfo },
      };
    });
    return async (count: number) => {
      await eventually(() => {
        expect(waiting).toHaveLength(count);
      });
      for (const answer of waiting.splice(0)) answer();
    };
  }

  it("is loaded again, so that the change arrives", async () => {
    const { queryKey, statuses } = await open("my-bids");
    const answer = answerLater();
    rows[1] = { bidId: "3", id: "93", bidStatus: 6 };
    const refreshed = refresh({ bidIds: ["3"] });
    await eventually(() => {
      expect(calls).toHaveLength(1);
    });
    queryClient.setQueryData(queryKey, (page: object) => ({
      ...page,
      total: 9,
    }));
    await answer(1);
    await answer(1);
    await refreshed;
    expect(statuses()).toEqual([undefined, 6]);
  });

  it("does not get a reply that is older than the change", async () => {
    const { observer, statuses } = await open("my-bids");
    const answer = answerLater();
    rows[0] = { bidId: "4", id: "94", bidStatus: 2 };
    const refetched = observer.refetch();
    await eventually(() => {
      expect(calls).toHaveLength(1);
    });
    rows[1] = { bidId: "3", id: "93", bidStatus: 6 };
    const refreshed = refresh({ bidIds: ["3"] });
    await answer(1);
    await refetched;
    await answer(1);
    await refreshed;
    expect(statuses()).toEqual([2, 6]);
  });

  it("does not keep other lists from their changes when its call fails", async () => {
    const failing = await open("car-auction");
    const { statuses } = await open("my-bids");
    rows[1] = { bidId: "3", id: "93", bidStatus: 6 };
    fakeServer(({ path }) =>
      path.startsWith("/api/bid")
        ? { body: { success: true, cars: rows, pageInfo: {} } }
        : { status: 503 },
    );
    await expect(
      refresh({ bidIds: ["3"], lotIds: ["93"] }),
    ).rejects.toMatchObject({ status: 503 });
    expect(statuses()).toEqual([undefined, 6]);
    expect(failing.statuses()).toHaveLength(2);
  });
});
