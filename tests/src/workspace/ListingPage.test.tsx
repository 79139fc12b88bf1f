import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeServer, refusal } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

const address = () => screen.getByTestId("address").textContent;
const narrowed = (query: URLSearchParams) => (query.get("makerId") ? 12 : 3398);

/** The parts that are loaded when first opened take their time here. */
beforeAll(() => import("../../../src/workspace/controls/SelectPopup"));

let asked: string[];
const listings = () => asked.filter((call) => call.includes("/listing"));

beforeEach(() => {
  screenIs("desk");
  asked = fakeServer(({ path, query }) => ({
    body: path.endsWith("/filters")
      ? facets(narrowed(query))
      : lots(Number(query.get("page") ?? 1), narrowed(query)),
  }));
});

describe("a listing", () => {
  it("shows what the URL says", async () => {
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

  it("cleans parts out of the URL that mean nothing, and says which", async () => {
    renderList({
      name: "car-auction",
      search: "?maker=1&year=2020,2015&fuel=gas",
    });
    expect(
      await screen.findByText(/year=2020,2015, fuel=gas/),
    ).toBeInTheDocument();
    expect(address()).toBe("/car-auction?maker=1");
  });

  it("sorts by a heading up, down and not at all", async () => {
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

  it("counts a choice on the button at once and applies it by the button", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction" });
    await screen.findByRole("button", { name: /^Show 3.398$/ });
    await user.click(screen.getByRole("button", { name: "Maker" }));
    const toyota = await screen.findByRole("menuitemradio", {
      name: /Toyota.*12/,
    });
    await user.click(toyota);
    const show = await screen.findByRole("button", { name: "Show 12" });
    expect(address()).toBe("/car-auction");
    await user.click(show);
    expect(address()).toBe("/car-auction?maker=1");
  });

  it("removes a tag at once and clears all", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction", search: "?maker=1&model=3" });
    await user.click(
      await screen.findByRole("button", { name: "Remove filter: 3" }),
    );
    expect(address()).toBe("/car-auction?maker=1");
    await user.click(screen.getByRole("button", { name: "Clear all" }));
    expect(address()).toBe("/car-auction");
  });

  it("goes to a page and keeps the size that was chosen", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction" });
    await user.click(await screen.findByRole("button", { name: "Page 170" }));
    expect(address()).toBe("/car-auction?page=170");
    await user.click(screen.getByRole("button", { name: "50" }));
    expect(address()).toBe("/car-auction?pageSize=50");
  });

  it("keeps the rows when the next ones fail, and tries again", async () => {
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

  it("offers to reset the filters when nothing is found", async () => {
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

  it("is one tab stop, and the arrows go from row to row", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction" });
    const first = await screen.findByRole("link", { name: "L1" });
    act(() => {
      first.focus();
    });
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(screen.getByRole("link", { name: "L3" })).toHaveFocus();
    await user.keyboard("{End}");
    expect(screen.getByRole("link", { name: "L20" })).toHaveFocus();
    expect(first).toHaveAttribute("tabindex", "-1");
    expect(first).toHaveAttribute("target", "_blank");
  });
});

describe("a listing on a phone", () => {
  it("loads the next page once when its end comes near", async () => {
    screenIs("phone");
    const reach: (() => void)[] = [];
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(listen: (entries: { isIntersecting: boolean }[]) => void) {
          reach.push(() => {
            listen([{ isIntersecting: true }]);
          });
        }
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    renderList({ name: "car-auction" });
    expect(await screen.findByText(/^20 of 3.398$/)).toBeInTheDocument();
    act(() => {
      reach.at(-1)?.();
      reach.at(-1)?.();
    });
    expect(await screen.findByText(/^40 of 3.398$/)).toBeInTheDocument();
    expect(listings().map((call) => /page=\d+/.exec(call)?.[0])).toEqual([
      "page=1",
      "page=2",
    ]);
    expect(screen.getAllByRole("link")).toHaveLength(40);
  });

  it("begins at the top, whatever page the URL says", async () => {
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
  });
});

describe("a bid list", () => {
  it("chooses by tabs with counters; the present tab again clears it", async () => {
    const user = userEvent.setup();
    asked = fakeServer(() => ({
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
