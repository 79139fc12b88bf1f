import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes, useParams } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { NeighbourLinks } from "../../../src/catalog/neighbours/NeighbourLinks";
import { storeOpened } from "../../../src/workspace/openedFrom";
import { renderInApp } from "../bidding/inApp";
import { fakeServer } from "../providers/fakeServer";

function Page() {
  const { id } = useParams();
  return (
    <>
      <h1>Lot {id}</h1>
      {/* The page of another lot renders new links. */}
      <NeighbourLinks key={id} />
      <input aria-label="Comment" />
    </>
  );
}

const place = (id: string) => ({ id, href: `/car-auction/${id}` });

const open = (id: string) =>
  renderInApp(
    <Routes>
      <Route path="/car-auction/:id" element={<Page />} />
    </Routes>,
    { address: `/car-auction/${id}` },
  );

const remember = (total: number) => {
  storeOpened(
    {
      resource: "car-auction",
      state: { filters: {}, search: null, sort: null, page: 1, pageSize: 3 },
      before: 0,
      total,
      places: ["7", "5", "9"].map(place),
    },
    "5",
  );
};

beforeEach(() => {
  localStorage.clear();
  remember(4);
});

describe("The lots before and after a lot", () => {
  it("keep the order of the list, by links and by keys", async () => {
    fakeServer(() => ({ status: 404 }));
    open("5");
    expect(screen.getByText("2 of 4")).toBeVisible();
    await userEvent.click(screen.getByRole("link", { name: "Previous lot" }));
    expect(screen.getByRole("heading", { name: "Lot 7" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Previous lot" })).toBeNull();
    await userEvent.keyboard("j");
    expect(screen.getByRole("heading", { name: "Lot 5" })).toBeVisible();
    await userEvent.type(screen.getByLabelText("Comment"), "jk");
    expect(screen.getByRole("heading", { name: "Lot 5" })).toBeVisible();
  });

  it.each([
    ["known", 4, "4 of 4"],
    ["unknown", -1, "4"],
  ])(
    "are read from the next page of a list of %s length",
    async (_, total, text) => {
      remember(total);
      const calls = fakeServer(() => ({
        body: {
          success: true,
          carsList: [
            {
              id: "12",
              lotNo: "12",
              maker: null,
              model: null,
              lotType: "auction",
              status: 4532,
            },
          ],
          pageInfo: { totalSearchResults: total },
        },
      }));
      open("9");
      await userEvent.click(
        await screen.findByRole("link", { name: "Next lot" }),
      );
      expect(screen.getByRole("heading", { name: "Lot 12" })).toBeVisible();
      expect(screen.getByRole("link", { name: "Previous lot" })).toHaveFocus();
      expect(screen.getByText(text)).toBeVisible();
      expect(calls.find((call) => call.includes("listing"))).toContain(
        "page=2",
      );
    },
  );

  it("are missing on a page that was not opened from a list", () => {
    open("99");
    expect(screen.queryByRole("navigation")).toBeNull();
  });
});
