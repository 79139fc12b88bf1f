import {
  MutationObserver,
  onlineManager,
  QueryObserver,
  QueryClient,
} from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { cleanup, renderHook } from "@testing-library/react";
import { createQueryClient } from "../../../src/app/queryClient";
import { eventually } from "../../support/eventually";
import type { Resource, RowSchema } from "../../../domain/resource";
import lot from "../../../schemas/lot.json";
import { useRenewedLists } from "../../../src/app/useBackgroundWork";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import {
  createDataProvider,
  type RowRecord,
} from "../../../src/providers/dataProvider";
import { sessionRestored } from "../../../src/providers/events";
import { sessionStore } from "../../../src/providers/session";
import carAuction from "../../fixtures/resources/car-auction.json";
import { signInAs } from "../bidding/inApp";
import { profileReply } from "../identity/profiles";
import { fakeServer } from "../providers/fakeServer";

afterEach(() => {
  onlineManager.setOnline(true);
  sessionStore.set({ status: "anonymous" });
});

it("fails queries and changes without a connection, and repeats no change later", async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  client.mount();
  let changes = 0;
  const change = new MutationObserver(client, {
    mutationFn: () => {
      changes += 1;
      return Promise.reject(new Error("offline"));
    },
  });
  await expect(change.mutate()).rejects.toThrow("offline");
  const query = new QueryObserver(client, {
    queryKey: ["lot", "cars", "1"],
    queryFn: () => Promise.reject(new Error("offline")),
  });
  const close = query.subscribe(() => undefined);
  await eventually(() => {
    expect(query.getCurrentResult().status).toBe("error");
  });
  onlineManager.setOnline(true);
  expect(changes).toBe(1);
  close();
  client.unmount();
});

it("reads rows again when the connection returns, but no list, whose rows would move", async () => {
  const client = createQueryClient();
  client.mount();
  const reads: string[] = [];
  const close = [
    ["lot", "cars"],
    ["cars", "getList"],
  ].map((queryKey) =>
    new QueryObserver(client, {
      queryKey,
      queryFn: () => reads.push(String(queryKey[1])),
      staleTime: 0,
    }).subscribe(() => undefined),
  );
  await eventually(() => {
    expect(reads).toEqual(["cars", "getList"]);
  });
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await eventually(() => {
    expect(reads).toEqual(["cars", "getList", "cars"]);
  });
  for (const unsubscribe of close) unsubscribe();
  client.unmount();
});

const workspace = createWorkspace({
  resources: [carAuction as Resource],
  schemas: { lot } as Record<string, RowSchema>,
  routes: [],
  viewerVersion: "1",
  declarationsHash: "1",
  isOwnServer: true,
});
const dataProvider = createDataProvider(workspace);

afterEach(cleanup);

it.each([
  ["the session is valid again", () => sessionRestored.emit()],
  ["the browser is online again", () => dispatchEvent(new Event("online"))],
])(
  "updates the rows of a list in their places when %s",
  async (_when, renew) => {
    let rows = [
      { id: "2", startPrice: 1 },
      { id: "1", startPrice: 1 },
    ];
    fakeServer(() => ({
      body: {
        success: true,
        carsList: rows,
        pageInfo: { totalSearchResults: rows.length },
      },
    }));
    const queryClient = new QueryClient();
    const params = {
      pagination: { page: 1, perPage: 20 },
      sort: { field: "", order: "ASC" as const },
      filter: { filters: {}, search: null },
    };
    const observer = new QueryObserver(queryClient, {
      queryKey: ["car-auction", "getList", params],
      queryFn: () => dataProvider.getList<RowRecord>("car-auction", params),
      staleTime: Infinity,
    });
    const close = observer.subscribe(() => undefined);
    const shown = () =>
      observer
        .getCurrentResult()
        .data?.data.map(({ id, row }) => [id, row.startPrice]);
    await eventually(() => {
      expect(shown()).toHaveLength(2);
    });
    signInAs(profileReply());
    renderHook(() => {
      useRenewedLists({ queryClient, dataProvider, workspace });
    });
    rows = [
      { id: "1", startPrice: 5 },
      { id: "3", startPrice: 3 },
      { id: "2", startPrice: 4 },
    ];
    renew();
    await eventually(() => {
      expect(shown()).toEqual([
        ["2", 4],
        ["1", 5],
      ]);
    });
    close();
  },
);
