import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lotStatuses } from "../../../domain/lotStatus";
import type { Resource } from "../../../domain/resource";
import { bidding } from "../../../src/bidding";
import { sessionStore } from "../../../src/providers/session";
import ComparePage from "../../../src/workspace/compare/ComparePage";
import {
  comparedRows,
  toggleCompared,
} from "../../../src/workspace/compare/comparedRows";
import { registerAreas } from "../../../src/workspace/registry/areas";
import carAuction from "../../fixtures/resources/car-auction.json";
import { renderInApp } from "../bidding/inApp";
import { fakeServer } from "../providers/fakeServer";

const lot = (id: string, row: object | null) => ({
  list: (carAuction as Resource).name,
  id,
  row,
});

const rows = [
  lot("1", { id: "1", maker: "TOYOTA", mileage: 1_000, color: "WHITE" }),
  lot("2", { id: "2", maker: "HONDA", mileage: 2_000, color: "WHITE" }),
  lot("3", null),
];

beforeEach(() => {
  comparedRows.set([]);
});

const show = () => {
  const calls = fakeServer(({ query }) => ({
    body: {
      success: true,
      rows: rows.filter(({ list, id }) =>
        query.get("lots")?.split(",").includes(`${list}:${id}`),
      ),
    },
  }));
  const address = `/compare?lots=${rows.map(({ list, id }) => `${list}:${id}`).join(",")}`;
  renderInApp(<ComparePage />, { address });
  return { calls, user: userEvent.setup() };
};

describe("the comparison", () => {
  it("shows the lots of its address side by side, and says which is missing", async () => {
    show();
    const mileage = await screen.findByRole("row", { name: /^Mileage/ });
    expect(within(mileage).getAllByRole("cell")).toHaveLength(3);
    expect(screen.getByText("Not available")).toBeVisible();
  });

  it("offers to bid only on lots that take bids", async () => {
    registerAreas([bidding]);
    const list = { ...(carAuction as Resource), rowPanel: "bid" };
    const { sold, upcoming } = lotStatuses;
    const lots = [
      { id: "1", maker: "TOYOTA", status: upcoming },
      { id: "2", maker: "HONDA", status: sold },
    ];
    fakeServer(() => ({
      body: {
        success: true,
        rows: lots.map((row) => ({
          list: "offers",
          id: row.id,
          row: { ...row, lotType: "auction" },
        })),
      },
    }));
    renderInApp(<ComparePage />, {
      address: "/compare?lots=offers:1,offers:2",
      otherLists: [{ ...list, name: "offers", route: "/offers" }],
    });
    await screen.findByRole("row", { name: /^Maker/ });
    const buttons = screen.getAllByRole("button", { name: /^Bid/ });
    expect(buttons).toHaveLength(1);
    expect(buttons[0]).toHaveAccessibleName(/Toyota/);
  });

  it("shows only differences on demand", async () => {
    const { user } = show();
    expect(await screen.findByRole("row", { name: /^Colour/ })).toBeVisible();
    await user.click(screen.getByLabelText("Only differences"));
    expect(screen.queryByRole("row", { name: /^Colour/ })).toBeNull();
    expect(screen.getByRole("row", { name: /^Maker/ })).toBeVisible();
  });

  it("leaves out a removed lot at once", async () => {
    const { user } = show();
    const remove = await screen.findByRole("button", {
      name: "Remove Not available",
    });
    // The other columns do not wait for the server.
    fakeServer(() => new Promise(() => {}));
    await user.click(remove);
    expect(screen.getAllByRole("columnheader")).toHaveLength(2);
    expect(screen.getByRole("region", { name: "Compare lots" })).toHaveFocus();
    expect(comparedRows.get().map(({ id }) => id)).toEqual(["1", "2"]);
  });

  it("names lots that were opened by a link in the tray", async () => {
    show();
    await screen.findByRole("row", { name: /^Mileage/ });
    expect(comparedRows.get().map(({ title }) => title)).toContain("Toyota");
  });

  it("is the same in all tabs, and empty for another user", () => {
    show();
    toggleCompared({ list: "cars", id: "1", title: "Mirage" });
    const stored = localStorage.getItem("seriba.compare") ?? "";
    const fromOtherTab = (text: string) => {
      localStorage.setItem("seriba.compare", text);
      dispatchEvent(new StorageEvent("storage", { key: "seriba.compare" }));
      return comparedRows.get().map(({ title }) => title);
    };
    expect(fromOtherTab(stored.replace("Mirage", "Copen"))).toEqual(["Copen"]);
    const other = { ...(JSON.parse(stored) as object), userId: "other" };
    expect(fromOtherTab(JSON.stringify(other))).toEqual([]);
  });

  it("says that its link could not be copied", async () => {
    const { user } = show();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(
      new Error("blocked"),
    );
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      /did not allow copying/,
    );
  });

  it("is the same after a reload", async () => {
    show();
    const lot = { list: "cars", id: "1", title: "Mirage" };
    toggleCompared(lot);
    vi.resetModules();
    const session = await import("../../../src/providers/session");
    session.sessionStore.set(sessionStore.get());
    const reloaded =
      await import("../../../src/workspace/compare/comparedRows");
    expect(reloaded.comparedRows.get()).toEqual([lot]);
  });

  it("takes four lots at most", () => {
    for (const id of ["1", "2", "3", "4"])
      expect(toggleCompared({ list: "cars", id, title: id })).toBe(true);
    expect(toggleCompared({ list: "cars", id: "5", title: "5" })).toBe(false);
    expect(toggleCompared({ list: "cars", id: "1", title: "1" })).toBe(true);
    expect(comparedRows.get()).toHaveLength(3);
  });
});
