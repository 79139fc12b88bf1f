import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { liveEvents, liveStore } from "../../../../src/providers/events";
import { fakeServer } from "../../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "../renderList";

beforeEach(() => {
  screenIs("desk");
  liveStore.set(true);
});

afterEach(() => {
  vi.useRealTimers();
});

const cameIn = (importing: number | undefined, area = "auction") => {
  act(() => {
    liveEvents.emit({
      name: "lots",
      data: {
        areas: [
          { area, added: 100, changed: 0, ...(importing && { importing }) },
        ],
      },
    });
  });
};

async function show() {
  fakeServer(({ path }) => ({
    body: path.endsWith("/filters") ? facets(0) : lots(1, 0),
  }));
  await import("../../../../src/workspace/page/ImportNotice");
  const subscribe = vi.spyOn(liveEvents, "subscribe");
  renderList({ name: "car-auction", search: "?maker=1" });
  await screen.findByRole("button", { name: "Reset filters" });
  await waitFor(() => {
    // The notice of new lots and the notice of imports.
    expect(subscribe.mock.calls.length).toBeGreaterThanOrEqual(2);
  });
}

const text = () => screen.queryByText(/so far/)?.textContent;

describe("the notice of an import", () => {
  it("shows how many rows have come in, also above an empty list", async () => {
    await show();
    expect(text()).toBeUndefined();
    cameIn(410_000);
    expect(text()).toMatch(/An import is running\..*410.000 lots so far/);
    cameIn(420_000);
    expect(text()).toMatch(/420.000 lots so far/);
  });

  it("goes away when rows come in without an import", async () => {
    await show();
    cameIn(410_000);
    cameIn(undefined);
    expect(text()).toBeUndefined();
  });

  it("goes away when nothing more comes in", async () => {
    await show();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    cameIn(410_000);
    expect(text()).toMatch(/so far/);
    act(() => {
      vi.advanceTimersByTime(15_000);
    });
    expect(text()).toBeUndefined();
  });

  it("is not shown above other lists", async () => {
    await show();
    cameIn(410_000, "stats");
    expect(text()).toBeUndefined();
  });
});
