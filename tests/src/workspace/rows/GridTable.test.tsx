import { memoryStore } from "ra-core";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fakeServer } from "../../providers/fakeServer";
import { renderList, screenIs } from "../renderList";

beforeAll(() => import("../../../../src/workspace/rows/GridTable"));

beforeEach(() => {
  screenIs("desk");
  // The rows never arrive; the grid is drawn without them.
  fakeServer(() => new Promise(() => undefined));
});

describe("the grid", () => {
  it("names stored columns that no longer exist, and deletes them", async () => {
    const store = memoryStore({
      "bid-manager.grid": { hidden: { engine: false, old: false }, widths: {} },
    });
    renderList({ name: "bid-manager", store });
    const notice = await screen.findByText(
      /^These columns no longer exist.*: Old$/,
    );
    await waitFor(() => {
      expect(store.getItem("bid-manager.grid")).toEqual({
        hidden: { engine: false },
        widths: {},
        density: "standard",
      });
    });
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(notice).not.toBeInTheDocument();
  });

  it("stores the row height", async () => {
    const store = memoryStore();
    renderList({ name: "bid-manager", store });
    const compact = await screen.findByRole("button", { name: "Compact" });
    await userEvent.click(compact);
    expect(compact).toHaveAttribute("aria-pressed", "true");
    expect(store.getItem("bid-manager.grid")).toMatchObject({
      density: "compact",
    });
  });
});
