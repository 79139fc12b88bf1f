import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { fakeServer } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

const uncounted = { success: true, totalSearchResults: -1, totalResults: -1 };

beforeEach(() => {
  screenIs("desk");
});

/** Serves lists without counts. Options of makers come from a call of their own. */
const serveUncounted = () =>
  fakeServer(({ path }) => {
    if (path.endsWith("/filters")) return { body: uncounted };
    if (path.endsWith("/auction/maker"))
      return { body: { options: [{ value: "12", label: "TOYOTA" }] } };
    if (path.endsWith("/auction/chassis"))
      return { body: { options: [{ value: "1", label: "ZVW50" }] } };
    return { body: lots(1, -1) };
  });

const tags = async () => {
  const list = await screen.findByRole("list", { name: "Active filters" });
  return within(list)
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
};

describe("a chosen value after a reload, while the server cannot count", () => {
  it("has the label of the option call, of the schema or of the value itself", async () => {
    serveUncounted();
    renderList({
      name: "car-auction",
      search: "?maker=12&status=4532&date=2026-11-20",
    });
    const maker = await screen.findByLabelText("Maker: Toyota");
    expect(maker).toHaveTextContent("Toyota");
    expect(await tags()).not.toContain("4532");
    expect(await tags()).toContain("Toyota");
  });

  it("has a neutral text instead of an id that nothing explains", async () => {
    serveUncounted();
    renderList({ name: "car-auction", search: "?auction=77&chassis=8,9" });
    await screen.findByText("Try again");
    expect(await tags()).toEqual([
      "Auction: selected value",
      "Chassis: selected value",
      "Chassis: selected value",
    ]);
    await userEvent.click(screen.getByText("More filters"));
    const auction = screen.getByLabelText("Auction: selected value");
    expect(auction).toHaveTextContent("Auction: selected value");
    const names = [...document.querySelectorAll("form button")].map(
      (button) => `${button.textContent} ${button.getAttribute("aria-label")}`,
    );
    expect(names.filter((name) => /\b(77|8|9)\b/.test(name))).toEqual([]);
    await userEvent.click(
      screen.getAllByLabelText("Remove filter: Chassis: selected value")[1] ??
        auction,
    );
    expect(screen.getByTestId("address")).toHaveTextContent(
      "?auction=77&chassis=8",
    );
  });

  it("has the label that this page has loaded before, also from a search", async () => {
    let isBusy = false;
    fakeServer(({ path, query }) => {
      if (path.endsWith("/auction/chassis"))
        return {
          body: {
            options: query.has("search")
              ? [{ value: "812", label: "GRX133" }]
              : [],
          },
        };
      if (path.endsWith("/filters"))
        return {
          body: isBusy
            ? uncounted
            : {
                ...facets(3398),
                chassis: Array.from({ length: 50 }, (_, index) => ({
                  value: String(index + 1),
                  label: `AB${index}`,
                  counter: 1,
                })),
              },
        };
      return { body: lots(1, 3398) };
    });
    renderList({ name: "car-auction" });
    await userEvent.click(await screen.findByText("More filters"));
    await userEvent.click(await screen.findByLabelText("Chassis"));
    await userEvent.type(
      await screen.findByLabelText("Search in Chassis"),
      "grx",
    );
    const found = await screen.findByText("GRX133");
    isBusy = true;
    await userEvent.click(found);
    await screen.findByText("Try again");
    expect(await screen.findByLabelText("Chassis: GRX133")).toBeVisible();
  });
});
