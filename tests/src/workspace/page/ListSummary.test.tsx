import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import ListingPage from "../../../../src/workspace/page/ListingPage";
import {
  createWorkspace,
  ownServer,
} from "../../../../src/providers/createWorkspace";
import { fakeServer } from "../../providers/fakeServer";
import { port, ports } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

const list = {
  ...ports,
  summary: ["depth"],
  calls: { list: { ...ports.calls.list, totals: "sums" } },
};

const open = (size: "desk" | "phone", sums?: object) => {
  screenIs(size);
  fakeServer(() => ({
    body: {
      success: true,
      rows: [{ id: "1", name: "Kobe", country: "japan", depth: 18 }],
      ...(sums && { sums }),
      pageInfo: {
        page: 1,
        pageSize: 20,
        totalSearchResults: 1,
        totalResults: 1,
      },
    },
  }));
  const workspace = createWorkspace({
    resources: [list],
    schemas: { port },
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    capabilities: ownServer,
  });
  renderInWorkspace(<ListingPage resource={list} />, {
    workspace,
    address: "/ports",
  });
};

beforeEach(() => {
  screenIs("desk");
});

it.each(["desk", "phone"] as const)(
  "shows the totals of the reply above the rows, with units: %s",
  async (size) => {
    open(size, { depth: 12_345 });
    const total = await screen.findByText(/^12.345 m$/);
    const strip = total.closest("dl");
    expect(strip).toHaveAttribute("aria-label", "Totals");
    expect(within(strip as HTMLElement).getByText("Depth")).toBeInTheDocument();
  },
);

it("is left out if the reply has no totals", async () => {
  open("desk");
  await screen.findByText("Kobe");
  expect(screen.queryByLabelText("Totals")).toBeNull();
});
