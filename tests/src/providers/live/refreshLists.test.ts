import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { Resource, RowSchema } from "../../../../domain/resource";
import myBids from "../../../../resources/my-bids.json";
import bid from "../../../../schemas/bid.json";
import {
  createWorkspace,
  ownServer,
} from "../../../../src/providers/createWorkspace";
import {
  createDataProvider,
  type RowRecord,
} from "../../../../src/providers/dataProvider";
import { staleLists } from "../../../../src/providers/events";
import { refreshLists } from "../../../../src/providers/live/refreshLists";
import { fakeServer } from "../fakeServer";

const workspace = createWorkspace({
  resources: [myBids as Resource],
  schemas: { bid } as Record<string, RowSchema>,
  routes: [],
  viewerVersion: "1",
  declarationsHash: "1",
  capabilities: ownServer,
});
const dataProvider = createDataProvider(workspace);

it("takes a row out of the list that cannot be shown any more", async () => {
  let status: unknown = 1;
  fakeServer(() => ({
    body: {
      success: true,
      cars: [
        { bidId: "2", bidStatus: status },
        { bidId: "1", bidStatus: 1 },
      ],
      pageInfo: { totalSearchResults: 2 },
    },
  }));
  const queryClient = new QueryClient();
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
  const unsubscribe = observer.subscribe(() => undefined);
  const shown = () =>
    observer.getCurrentResult().data?.data.map(({ id }) => id);
  await vi.waitFor(() => {
    expect(shown()).toEqual(["2", "1"]);
  });
  const moved: string[] = [];
  const leave = staleLists.subscribe((name) => moved.push(name));
  const changed = { bidIds: ["2"], lotIds: ["9"] };

  status = "won";
  await refreshLists({ queryClient, dataProvider, workspace, changed });
  expect(shown()).toEqual(["1"]);
  expect(observer.getCurrentResult().data).toMatchObject({
    total: 2,
    meta: { problems: [{ key: "2", faults: [{ path: ["bidStatus"] }] }] },
  });
  expect(moved).toEqual([]);
  leave();
  unsubscribe();
});
