import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../domain/resource";
import lot from "../../../schemas/lot.json";
import { useRenewedLists } from "../../../src/app/useRenewedLists";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import {
  createDataProvider,
  type RowRecord,
} from "../../../src/providers/dataProvider";
import { sessionRestored } from "../../../src/providers/events";
import { eventually } from "../../support/eventually";
import carAuction from "../../fixtures/resources/car-auction.json";
import { fakeServer } from "../providers/fakeServer";

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
