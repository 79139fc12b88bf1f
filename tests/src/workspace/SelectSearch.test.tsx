import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fakeServer } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

beforeAll(() => import("../../../src/workspace/controls/SelectPopup"));

/** The fifty most common options, and one more. */
const commonest = Array.from({ length: 50 }, (_, index) => ({
  value: String(index + 1),
  label: `NHP${index + 1}`,
  counter: 50 - index,
}));
const rare = { value: "682", label: "GRN215", counter: 8 };

let calls: string[];
let isSearchBroken: boolean;
let areFacetsBroken: boolean;
const broken = { status: 503, body: { success: false } };
const searches = () => calls.filter((call) => call.includes("/chassis"));

beforeEach(() => {
  screenIs("desk");
  isSearchBroken = false;
  areFacetsBroken = false;
  calls = fakeServer(({ path, query }) => {
    if (path.endsWith("/chassis"))
      return isSearchBroken
        ? broken
        : {
            body: {
              success: true,
              options: query.get("search") === "grn" ? [rare] : [],
            },
          };
    if (path.endsWith("/filters") && areFacetsBroken) return broken;
    return {
      body: path.endsWith("/filters")
        ? { ...facets(3398), chassis: commonest }
        : lots(1, 3398),
    };
  });
});

const openChassis = async () => {
  const user = userEvent.setup();
  renderList({ name: "car-auction", search: "?maker=1" });
  await user.click(await screen.findByRole("button", { name: "More filters" }));
  await user.click(await screen.findByRole("button", { name: "Chassis" }));
  return {
    user,
    search: await screen.findByRole("textbox", { name: "Search in Chassis" }),
  };
};

describe("a filter that lists only its most common options", () => {
  it("searches the server for others within the current filters", async () => {
    const { user, search } = await openChassis();
    await user.type(search, "GRN");
    expect(
      await screen.findByRole("menuitemcheckbox", { name: /GRN215.*8/ }),
    ).toBeInTheDocument();
    expect(search).toHaveValue("GRN");
    expect(searches()).toEqual([
      "GET /api/auction/chassis?makerId=1&modelId=-1&search=grn",
    ]);
  });

  it("says that the search failed, and repeats it on request", async () => {
    isSearchBroken = true;
    const { user, search } = await openChassis();
    await user.type(search, "GRN");
    const alert = await screen.findByRole("alert");
    expect(screen.queryByText("Loading")).not.toBeInTheDocument();
    isSearchBroken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(
      await screen.findByRole("menuitemcheckbox", { name: /GRN215.*8/ }),
    ).toBeInTheDocument();
  });

  it("says that no option matches", async () => {
    const { user, search } = await openChassis();
    await user.type(search, "zzz");
    expect(await screen.findByText("No options")).toBeInTheDocument();
  });
});

describe("a filter whose options are translated", () => {
  it("finds an option by its label and by the word of the source", async () => {
    const colors = Array.from({ length: 12 }, (_, index) => ({
      value: String(index + 1),
      label: `Farbe ${index + 1}`,
      word: `PAINT ${index + 1}`,
      counter: 1,
    }));
    fakeServer(({ path }) => ({
      body: path.endsWith("/filters")
        ? { ...facets(3398), color: colors }
        : lots(1, 3398),
    }));
    const user = userEvent.setup();
    renderList({ name: "car-auction" });
    await user.click(
      await screen.findByRole("button", { name: "More filters" }),
    );
    await user.click(await screen.findByRole("button", { name: "Colour" }));
    const search = await screen.findByRole("textbox", {
      name: "Search in Colour",
    });
    for (const text of ["paint 11", "farbe 11"]) {
      await user.clear(search);
      await user.type(search, text);
      expect(screen.getAllByRole("menuitemcheckbox")).toHaveLength(1);
    }
  });
});

describe("counts that do not load", () => {
  const openGearbox = async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction", search: "?gearbox=1" });
    await user.click(await screen.findByRole("button", { name: /^More/ }));
    await user.click(await screen.findByRole("button", { name: /^Gearbox/ }));
    return user;
  };

  it("are reported in the popup of a filter, which loads them on request", async () => {
    areFacetsBroken = true;
    const user = await openGearbox();
    const alert = await screen.findByRole("alert");
    expect(screen.queryByText("Loading")).not.toBeInTheDocument();
    areFacetsBroken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No options")).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    });
  });

  it("are reported in the panel, whose button then has no number", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction" });
    await screen.findByRole("button", { name: "Show 3\u202f398" });
    areFacetsBroken = true;
    await user.click(screen.getByRole("button", { name: "Maker" }));
    await user.click(
      await screen.findByRole("menuitemradio", { name: /honda/i }),
    );
    const line = await screen.findByText("The filter counts did not load.");
    expect(screen.getByRole("button", { name: "Show" })).toBeInTheDocument();
    // The label that the option had before stays.
    expect(
      screen.getByRole("button", { name: "Maker: Honda" }),
    ).toBeInTheDocument();
    areFacetsBroken = false;
    await user.click(within(line).getByRole("button", { name: "Try again" }));
    await screen.findByRole("button", { name: "Show 3\u202f398" });
    expect(line).not.toBeInTheDocument();
  });
});
