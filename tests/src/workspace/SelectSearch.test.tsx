import { screen } from "@testing-library/react";
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
const searches = () => calls.filter((call) => call.includes("/chassis"));

beforeEach(() => {
  screenIs("desk");
  calls = fakeServer(({ path, query }) => {
    if (path.endsWith("/chassis"))
      return {
        body: {
          success: true,
          options: query.get("search") === "grn" ? [rare] : [],
        },
      };
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

  it("says that no option matches", async () => {
    const { user, search } = await openChassis();
    await user.type(search, "zzz");
    expect(await screen.findByText("No options")).toBeInTheDocument();
  });
});
