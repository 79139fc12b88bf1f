import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import { fakeServer } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

beforeEach(() => {
  screenIs("desk");
  fakeServer(({ path }) => ({
    body: path.endsWith("/filters")
      ? {
          ...facets(3398),
          status: [
            { value: "4532", label: "4532", counter: 3100 },
            { value: "4533", label: "4533", counter: 200 },
          ],
        }
      : lots(1, 3398),
  }));
});

const withSwitch = (resource: Resource): Resource => ({
  ...resource,
  filters: resource.filters.map((filter) =>
    filter.field === "status" ? { ...filter, switches: ["4532"] } : filter,
  ),
});
const open = (search = "") => {
  renderList({ name: "car-auction", search, edit: withSwitch });
  return screen.findByRole("button", { name: /^Upcoming.3.100$/ });
};
const address = () => screen.getByTestId("address").textContent;

describe("the switch of a filter's value", () => {
  it("shows only the rows with the value, and all rows again", async () => {
    const only = await open("?maker=1");
    expect(only).toHaveAttribute("aria-pressed", "false");
    await userEvent.click(only);
    await waitFor(() => {
      expect(address()).toBe("/car-auction?maker=1&status=4532");
    });
    expect(only).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(only);
    await waitFor(() => {
      expect(address()).toBe("/car-auction?maker=1");
    });
  });

  it("leaves the values of an opened link as they are", async () => {
    const only = await open("?status=4532,4533");
    expect(only).toHaveAttribute("aria-pressed", "false");
    expect(address()).toBe("/car-auction?status=4532,4533");
    await userEvent.click(only);
    await waitFor(() => {
      expect(address()).toBe("/car-auction?status=4532");
    });
  });

  it("is drawn only for declared values", async () => {
    renderList({ name: "car-auction" });
    await screen.findAllByText("L1");
    expect(
      screen.queryByRole("button", { name: /^Upcoming/ }),
    ).not.toBeInTheDocument();
  });
});
