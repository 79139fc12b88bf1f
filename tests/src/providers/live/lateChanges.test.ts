import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../../domain/resource";
import bid from "../../../../schemas/bid.json";
import lot from "../../../../schemas/lot.json";
import { CallError } from "../../../../src/providers/CallError";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import {
  createDataProvider,
  type RowRecord,
} from "../../../../src/providers/dataProvider";
import { startLive } from "../../../../src/providers/live/startLive";
import { eventually } from "../../../support/eventually";
import carAuction from "../../../fixtures/resources/car-auction.json";
import myBids from "../../../fixtures/resources/my-bids.json";
import { liveServer, tabIs, written } from "./liveServer";

const workspace = createWorkspace({
  resources: [myBids as Resource, carAuction as Resource],
  schemas: { bid, lot } as Record<string, RowSchema>,
  routes: [],
  viewerVersion: "1",
  declarationsHash: "1",
  isOwnServer: true,
});
const dataProvider = createDataProvider(workspace);
let leaving: AbortController;

beforeEach(() => {
  tabIs("visible");
  leaving = new AbortController();
});

afterEach(() => {
  leaving.abort();
});

function start() {
  const queryClient = new QueryClient();
  const current = () => ({ dataProvider, workspace });
  startLive({ queryClient, current, userId: "1", signal: leaving.signal });
  return queryClient;
}

const bids = (...rows: { bidId: string; bidStatus: number }[]) => ({
  body: {
    success: true,
    cars: rows,
    counters: {},
    pageInfo: { totalSearchResults: rows.length },
  },
});

/** A page of bids with a status, which the server answers as `answer` says. */
async function openBids(queryClient: QueryClient) {
  const params = {
    pagination: { page: 1, perPage: 20 },
    sort: { field: "", order: "ASC" as const },
    filter: { filters: {}, search: null },
  };
  const observer = new QueryObserver(queryClient, {
    queryKey: ["my-bids", "getList", params],
    queryFn: () => dataProvider.getList<RowRecord>("my-bids", params),
    staleTime: Infinity,
  });
  const close = observer.subscribe(() => undefined);
  const statuses = () =>
    observer.getCurrentResult().data?.data.map(({ row }) => row.bidStatus);
  await eventually(() => {
    expect(statuses()).toEqual([1, 1]);
  });
  return { statuses, close };
}

it("shows a change that arrives while an earlier one is loaded", async () => {
  const shown = { a: 1, b: 1 };
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const { connections } = liveServer({
    answer: async () => {
      const { body } = bids(
        { bidId: "2", bidStatus: shown.a },
        { bidId: "1", bidStatus: shown.b },
      );
      if (isSlow)
        await new Promise<void>((resolve) =>
          waiting.push(() => {
            resolve();
          }),
        );
      return Response.json(body);
    },
  });
  const { statuses, close } = await openBids(start());
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  isSlow = true;
  shown.a = 2;
  connections[0]?.send(
    written(3, { name: "bids", data: { bidIds: ["2"], lotIds: [] } }),
  );
  await eventually(() => {
    expect(waiting).toHaveLength(1);
  });
  shown.b = 2;
  isSlow = false;
  connections[0]?.send(
    written(4, { name: "bids", data: { bidIds: ["1"], lotIds: [] } }),
  );
  waiting[0]?.();
  await eventually(() => {
    expect(statuses()).toEqual([2, 2]);
  });
  close();
});

it("repeats a refresh that the server could not answer", async () => {
  let status = 200;
  let bidStatus = 1;
  const { connections, calls } = liveServer({
    answer: (path) =>
      Response.json(
        bids({ bidId: "2", bidStatus }, { bidId: "1", bidStatus: 1 }).body,
        { status: path.startsWith("/api/bid") ? status : 200 },
      ),
  });
  const queryClient = start();
  const { statuses, close } = await openBids(queryClient);
  let lotReads = 0;
  const closeLot = new QueryObserver(queryClient, {
    queryKey: ["detail", "car-auction", "9"],
    retry: false,
    queryFn: () => {
      lotReads += 1;
      if (lotReads === 2) throw new CallError({ status: 502, code: "gone" });
      return lotReads;
    },
  }).subscribe(() => undefined);
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  calls.length = 0;
  status = 503;
  bidStatus = 2;
  connections[0]?.send(
    written(3, { name: "bids", data: { bidIds: ["2"], lotIds: ["9"] } }),
  );
  await eventually(() => {
    expect(calls).toHaveLength(1);
  });
  expect(statuses()).toEqual([1, 1]);
  status = 200;
  await eventually(() => {
    expect(statuses()).toEqual([2, 1]);
    expect(lotReads).toBe(3);
  });
  close();
  closeLot();
});
