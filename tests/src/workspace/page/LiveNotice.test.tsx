import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import {
  liveEvents,
  liveStore,
  staleLists,
} from "../../../../src/providers/events";
import { fakeServer } from "../../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "../renderList";

beforeEach(() => {
  screenIs("desk");
  liveStore.set(true);
});

const cameIn = (added: number, area = "auction") => {
  act(() => {
    liveEvents.emit({
      name: "lots",
      data: { areas: [{ area, added, changed: 4 }] },
    });
  });
};

/** Resolves when the notice, a chunk of its own, listens to events. */
function noticeListens() {
  const subscribe = vi.spyOn(staleLists, "subscribe");
  return waitFor(() => {
    expect(subscribe).toHaveBeenCalled();
  });
}

/** Renders the listing; returns its number of list calls. */
async function show(search = "") {
  const total = 40;
  const calls = fakeServer(({ path, query }) => ({
    body: path.endsWith("/filters")
      ? facets(total)
      : lots(Number(query.get("page") ?? 1), total),
  }));
  const listening = noticeListens();
  const { queryClient } = renderList({ name: "car-auction", search });
  await screen.findAllByText("L1");
  await listening;
  const listings = () => calls.filter((one) => one.includes("/listing")).length;
  return { listings, queryClient };
}

it("loads the first lots of an empty list without being calls", async () => {
  let isEmpty = true;
  fakeServer(({ path }) => ({
    body: path.endsWith("/filters")
      ? facets(1)
      : isEmpty
        ? { success: true, carsList: [], pageInfo: { totalSearchResults: 0 } }
        : lots(1, 1),
  }));
  const listening = noticeListens();
  renderList({ name: "car-auction", search: "?maker=1" });
  await screen.findByRole("button", { name: "Reset filters" });
  await listening;
  isEmpty = false;
  cameIn(7);
  await screen.findAllByText("L1");
  expect(screen.queryByText("There are new lots")).not.toBeInTheDocument();
});

it("counts new lots and reads the list again on request only", async () => {
  const { listings } = await show();
  const before = listings();
  cameIn(0);
  cameIn(9, "bikes");
  expect(screen.queryByText(/new lot/)).not.toBeInTheDocument();
  cameIn(7);
  expect(await screen.findByText("7 new lots")).toBeInTheDocument();
  cameIn(5);
  expect(await screen.findByText("12 new lots")).toBeInTheDocument();
  expect(listings()).toBe(before);
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(screen.queryByText("12 new lots")).not.toBeInTheDocument();
  await waitFor(() => {
    expect(listings()).toBe(before + 1);
  });
});

it("shows no number if filters may exclude some of the new lots", async () => {
  await show("?maker=1");
  cameIn(7);
  expect(await screen.findByText("There are new lots")).toBeInTheDocument();
});

it("keeps the number of new lots while the stream pauses", async () => {
  await show();
  cameIn(12);
  act(() => {
    liveStore.set(false);
  });
  expect(screen.getByText("12 new lots")).toBeInTheDocument();
  act(() => {
    liveStore.set(true);
  });
  cameIn(3);
  expect(await screen.findByText("15 new lots")).toBeInTheDocument();
});

it("says that the list has changed if its rows have moved", async () => {
  await show();
  act(() => {
    staleLists.emit("my-bids");
  });
  expect(screen.queryByText("This list has changed")).not.toBeInTheDocument();
  act(() => {
    staleLists.emit("car-auction");
  });
  expect(await screen.findByText("This list has changed")).toBeInTheDocument();
});

it("goes when the list has been read again for another reason", async () => {
  const { queryClient } = await show();
  cameIn(7);
  await screen.findByText("7 new lots");
  void queryClient.refetchQueries({ type: "active" });
  await waitFor(() => {
    expect(screen.queryByText("7 new lots")).not.toBeInTheDocument();
  });
});
