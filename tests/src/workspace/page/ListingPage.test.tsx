import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { memoryStore } from "ra-core";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { installDialogs } from "../../ui/nativeDialog";
import { facets, lots, renderList, screenIs } from "../renderList";

const address = () => screen.getByTestId("address").textContent;
const narrowed = (query: URLSearchParams) => (query.get("makerId") ? 12 : 3398);

/** Loads the chunk that the page would load on the first click. */
beforeAll(() => import("../../../../src/workspace/controls/SelectPopup"));
beforeAll(installDialogs);

let calls: string[];
const listings = () => calls.filter((call) => call.includes("/listing"));

beforeEach(() => {
  screenIs("desk");
  calls = fakeServer(({ path, query }) => ({
    body: path.endsWith("/filters")
      ? facets(narrowed(query))
      : lots(Number(query.get("page") ?? 1), narrowed(query)),
  }));
});

describe("a listing", () => {
  it("shows the rows, sort and filters of the URL", async () => {
    renderList({
      name: "car-auction",
      search: "?maker=1&year=2015,2020&sort=year&order=DESC&page=2",
    });
    await screen.findByRole("table", { name: "Car auctions" });
    expect(listings()).toEqual([
      "GET /api/auction/listing?makerId=1&modelId=-1&year=2015%2C2020&sort=year&order=DESC&page=2&pageSize=20",
    ]);
    const sorted = screen.getByRole("columnheader", { name: /Grade and year/ });
    expect(sorted).toHaveAttribute("aria-sort", "descending");
    expect(
      await screen.findByRole("button", { name: "Remove filter: Toyota" }),
    ).toBeInTheDocument();
  });

  it("draws a row with at most 24 elements, because it draws fifty of them", async () => {
    renderList({ name: "car-auction" });
    const [cell] = await screen.findAllByRole("cell");
    const row = cell?.closest("tr");
    expect(row?.querySelectorAll("*").length).toBeLessThanOrEqual(24);
  });

  it("has filters if it is empty because of a filter, and else none", async () => {
    fakeServer(({ path }) => ({
      body: path.endsWith("/filters")
        ? facets(0)
        : { success: true, carsList: [], pageInfo: { totalSearchResults: 0 } },
    }));
    const { unmount } = renderList({ name: "car-auction" });
    await screen.findByText("Nothing here yet");
    expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
    unmount();
    renderList({ name: "car-auction", search: "?year=2015,2020" });
    expect(await screen.findByRole("button", { name: /^Show/ })).toBeVisible();
  });

  it("removes invalid parameters from the URL and names them", async () => {
    renderList({
      name: "car-auction",
      search: "?maker=1&year=2020,2015&fuel=gas",
    });
    expect(
      await screen.findByText(/year=2020,2015, fuel=gas/),
    ).toBeInTheDocument();
    expect(address()).toBe("/car-auction?maker=1");
  });

  it("sorts by a heading: ascending, descending, then not at all", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction", search: "?page=3" });
    const heading = await screen.findByRole("button", {
      name: /Grade and year/,
    });
    await user.click(heading);
    expect(address()).toBe("/car-auction?sort=year&order=ASC");
    await user.click(heading);
    expect(address()).toBe("/car-auction?sort=year&order=DESC");
    await user.click(heading);
    expect(address()).toBe("/car-auction");
  });

  it("applies a choice at once and counts its matches", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction" });
    await screen.findByRole("button", { name: /^Show 3.398$/ });
    await user.click(screen.getByRole("button", { name: "Maker" }));
    const toyota = await screen.findByRole("menuitemradio", {
      name: /Toyota.*12/,
    });
    await user.click(toyota);
    expect(address()).toBe("/car-auction?maker=1");
    expect(
      await screen.findByRole("button", { name: "Show 12" }),
    ).toBeInTheDocument();
  });

  it("removes one filter by its tag, and all of them by the button", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction", search: "?maker=1&model=3" });
    await user.click(
      await screen.findByRole("button", {
        name: "Remove filter: Model: selected value",
      }),
    );
    expect(address()).toBe("/car-auction?maker=1");
    await user.click(screen.getByRole("button", { name: "Clear all" }));
    expect(address()).toBe("/car-auction");
  });

  it("goes to a page, and back to the first one for a new page size", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction" });
    await user.click(await screen.findByRole("button", { name: "Page 170" }));
    expect(address()).toBe("/car-auction?page=170");
    await user.click(screen.getByRole("button", { name: "50" }));
    expect(address()).toBe("/car-auction?pageSize=50");
  });

  it("keeps the old rows if the new ones fail, and retries", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction" });
    await screen.findByText("L1");
    fakeServer(() => refusal(500, "internal"));
    await user.click(screen.getByRole("button", { name: "Next page" }));
    const alert = await screen.findByRole("alert");
    expect(screen.getByText("L1")).toBeInTheDocument();
    fakeServer(() => ({ body: lots(2, 40) }));
    await user.click(within(alert).getByRole("button"));
    expect(await screen.findByText("L21")).toBeInTheDocument();
  });

  it("offers to reset the filters if nothing matches", async () => {
    const user = userEvent.setup();
    fakeServer(({ path }) => ({
      body: path.endsWith("/filters") ? facets(0) : lots(1, 0),
    }));
    renderList({ name: "car-auction", search: "?maker=1" });
    await user.click(
      await screen.findByRole("button", { name: "Reset filters" }),
    );
    expect(address()).toBe("/car-auction");
  });

  it("is a single tab stop, and its rows open in a new tab", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction" });
    const first = await screen.findByRole("link", { name: "L1" });
    act(() => {
      first.focus();
    });
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("link", { name: "L2" })).toHaveAttribute(
      "tabindex",
      "0",
    );
    expect(first).toHaveAttribute("tabindex", "-1");
    expect(first).toHaveAttribute("target", "_blank");
  });

  it("remembers the twenty rows that were opened last, the latest first", async () => {
    const user = userEvent.setup();
    const ids = Array.from({ length: 20 }, (_, place) => String(100 + place));
    const store = memoryStore({ "car-auction.visited": ids });
    renderList({ name: "car-auction", store });
    const link = await screen.findByRole("link", { name: "L1" });
    link.addEventListener("click", (event) => {
      event.preventDefault();
    });
    await user.click(link);
    expect(store.getItem("car-auction.visited")).toEqual([
      link.getAttribute("href")?.split("/").at(-1),
      ...ids.slice(0, 19),
    ]);
  });
});

describe("a listing on a phone", () => {
  it("says that its cards are loading", () => {
    screenIs("phone");
    fakeServer(() => new Promise(() => {}));
    renderList({ name: "car-auction" });
    expect(
      screen.getByRole("region", { name: "Car auctions" }),
    ).toHaveAttribute("aria-busy", "true");
  });

  it("starts with the first page, removes the page from the URL and offers eleven orders", async () => {
    screenIs("phone");
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    renderList({ name: "car-auction", search: "?sort=year&order=ASC&page=3" });
    expect(await screen.findByText(/^20 of 3.398$/)).toBeInTheDocument();
    expect(address()).toBe("/car-auction?sort=year&order=ASC");
    await userEvent.click(screen.getByRole("button", { name: /^Order/ }));
    const sheet = await screen.findByRole("dialog", { name: "Order" });
    expect(
      within(sheet).getAllByRole("button", { pressed: false }),
    ).toHaveLength(10);
    expect(
      within(sheet).getByRole("button", { pressed: true }),
    ).toHaveTextContent("Year, ascending");
  });
});

describe("a bid list", () => {
  it("filters by tabs with counters; clicking the active tab clears it", async () => {
    const user = userEvent.setup();
    calls = fakeServer(() => ({
      body: {
        success: true,
        cars: [],
        counters: [
          { status: "All", count: 9 },
          { status: "1", count: 4 },
        ],
        totalBids: 9,
        pageInfo: lots(1, 0).pageInfo,
      },
    }));
    renderList({ name: "my-bids", search: "?sort=year&order=ASC&page=2" });
    const review = await screen.findByRole("button", {
      name: "Under review 4",
    });
    expect(screen.getByRole("button", { name: "All 9" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await user.click(review);
    expect(address()).toBe("/bids?bidStatus=1");
    await waitFor(() => {
      expect(review).toHaveAttribute("aria-pressed", "true");
    });
    await user.click(review);
    expect(address()).toBe("/bids");
  });
});
