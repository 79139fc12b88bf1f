import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../domain/resource";
import bid from "../../../schemas/bid.json";
import favorite from "../../../schemas/favorite.json";
import stock from "../../../schemas/stock.json";
import { bidding } from "../../../src/bidding";
import { LotStatusCell } from "../../../src/catalog/cells/LotCells";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import { FieldTextProvider } from "../../../src/workspace/fieldText";
import ListingPage from "../../../src/workspace/page/ListingPage";
import { registerAreas } from "../../../src/workspace/registry/areas";
import { fakeServer } from "../providers/fakeServer";
import { renderInWorkspace, screenIs } from "../workspace/renderList";
import { renderInApp } from "./inApp";
import { yenText } from "./panel";

const list = {
  route: "/list",
  table: "simple",
  calls: {
    list: { path: "/list", rows: "rows", total: "pageInfo.totalSearchResults" },
    facets: { path: "/list/filters" },
  },
  sorts: [],
  views: ["default"],
  pageSizes: [20],
};

const bids = {
  ...{ ...list, name: "some-bids", row: "bid", key: "bidId" },
  columns: [
    { id: "lot", fields: ["lotNo"] },
    { id: "bidStatus", fields: ["bidStatus"], cell: "bidStatus" },
  ],
  filters: [
    { field: "bidStatus", single: true },
    { id: "archiveStatus", field: "bidStatus" },
    { field: "lotType" },
  ],
  tabs: {
    filter: "bidStatus",
    values: [{ value: "All" }, { value: "6" }, { value: "Archive" }],
  },
} as unknown as Resource;

const cars = {
  ...{ ...list, name: "some-cars", row: "stock", key: "id", rowPanel: "bid" },
  columns: [{ id: "lot", fields: ["lotNo"] }],
  filters: [],
} as unknown as Resource;

const row = { lotNo: "S7", maker: "TOYOTA", model: "AQUA", lotType: "stock" };
const order = { ...row, bidId: "8", id: "7", status: 4532, version: 1 };
const car = { ...row, id: "7", status: 4532 };

/** Opens a list with one row at an address with filters. */
function open(resource: Resource, shown: object, search = "") {
  fakeServer(({ path }) =>
    path.endsWith("/filters")
      ? { body: { success: true, totalSearchResults: 1, totalResults: 1 } }
      : {
          body: {
            success: true,
            rows: [shown],
            pageInfo: {
              ...{ page: 1, pageSize: 20 },
              ...{ totalSearchResults: 1, totalResults: 1 },
            },
          },
        },
  );
  const workspace = createWorkspace({
    resources: [resource],
    schemas: { bid: bid as RowSchema, stock: stock as RowSchema },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
  });
  renderInWorkspace(<ListingPage resource={resource} />, {
    ...{ workspace, address: `/list${search}` },
  });
  return screen.findByText("S7");
}

const tabs = () =>
  screen
    .getAllByRole("button", { pressed: false })
    .map(({ textContent }) => textContent.trim());

beforeEach(() => {
  screenIs("desk");
});

describe("a list of bids", () => {
  const placed = { ...order, bidAmount: 1_234_000, bidStatus: 6 };

  it("has the words of orders if it shows orders only", async () => {
    await open(bids, placed, "?lotType=stock&archiveStatus=5");
    expect(document.querySelector("[role=status]")).toHaveTextContent(
      "1 order",
    );
    expect(tabs()).toEqual(expect.arrayContaining(["Confirmed", "Archive"]));
    const tags = screen.getByRole("list", { name: "Active filters" });
    expect(tags).toHaveTextContent("Declined");
  });

  it("has the words of bids if it shows both, with the status of each order", async () => {
    await open(bids, placed);
    expect(document.querySelector("[role=status]")).toHaveTextContent("1 bid");
    expect(tabs()).toEqual(expect.arrayContaining(["Win", "Archive"]));
    expect(screen.getByText("Confirmed")).toBeVisible();
  });
});

it("the row of a car at a fixed price offers to order it", async () => {
  registerAreas([{ panels: bidding.panels }]);
  await open(cars, car);
  expect(screen.getByRole("button", { name: /^Order: / })).toBeVisible();
  expect(screen.queryByRole("button", { name: /bid/i })).toBeNull();
});

it.each([
  ["stock", "Available", "Order"],
  ["auction", "Upcoming", "Bid"],
])("a lot of %s is %s, with the own %s below", (lotType, status, word) => {
  const shown = { ...car, lotType, myBidAmount: 1_234_000 };
  renderInApp(
    <FieldTextProvider row={favorite as RowSchema}>
      <LotStatusCell
        row={shown}
        schema={favorite as RowSchema}
        fields={["status", "myBid", "myBidAmount"]}
      />
    </FieldTextProvider>,
  );
  expect(screen.getByText(status)).toBeVisible();
  expect(screen.getByText(`${word} ${yenText(1_234_000)}`)).toBeVisible();
});
