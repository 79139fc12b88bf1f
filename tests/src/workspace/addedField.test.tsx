import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../domain/resource";
import { fakeServer } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

/** A field of each type, without texts in the locales. */
const fields: RowSchema["properties"] = {
  steeringSide: { type: "string", enum: ["leftHand", "right_hand"] },
  keys: { title: "Number of keys", type: "integer", minimum: 0 },
  depth: { title: "Tyre depth", type: ["number", "null"], "x-unit": "mm" },
  wheelbase: { type: "integer", "x-unit": "mm", minimum: 0 },
  isSmoker: { title: "Smoker's car", type: "boolean" },
  seats: { title: "Seats", type: ["integer", "null"], enum: [2, 5, null] },
  inspectedOn: { type: "string", format: "date" },
  photographedAt: { type: "string", format: "date-time" },
  extras: { type: ["array", "null"], items: { type: "string" } },
  remark: { type: "string" },
};
const names = Object.keys(fields);

const added = (resource: Resource): Resource => ({
  ...resource,
  columns: [
    ...resource.columns.slice(0, 1),
    ...names.map((name) => ({ id: name, fields: [name] })),
  ],
  filters: names.map((field) => ({ field })),
  sorts: [
    ...resource.sorts,
    ...names.slice(0, -2).map((field) => ({ id: field, field })),
  ],
  card: { title: ["maker"], lines: [names] },
});

const values = {
  steeringSide: "right_hand",
  keys: 2,
  depth: 6.5,
  wheelbase: 2600,
  isSmoker: false,
  seats: 5,
  inspectedOn: "2024-03-01",
  photographedAt: "2024-03-01T23:30:00Z",
  extras: ["Sunroof", "Leather seats"],
  remark: "One owner",
};

beforeAll(() => import("../../../src/workspace/controls/SelectPopup"));

beforeEach(() => {
  screenIs("desk");
  fakeServer(({ path }) => {
    if (path.endsWith("/filters")) return { body: facets(1) };
    const page = lots(1, 1);
    const carsList = page.carsList.map((lot) => ({ ...lot, ...values }));
    return { body: { ...page, carsList } };
  });
});

const render = (search = "") =>
  renderList({ name: "car-auction", edit: added, fields, search });
const address = () => screen.getByTestId("address").textContent;

describe("a field that an administrator has added", () => {
  it("takes its heading from its title or its name", async () => {
    render();
    await screen.findByText("L1");
    const headings = screen
      .getAllByRole("columnheader")
      .map((heading) => heading.textContent);
    expect(headings.slice(1)).toEqual([
      "Steering side",
      "Number of keys",
      "Tyre depth",
      "Wheelbase",
      "Smoker's car",
      "Seats",
      "Inspected on",
      "Photographed at",
      "Extras",
      "Remark",
    ]);
  });

  it("is formatted by its type", async () => {
    render();
    await screen.findByText("L1");
    const cells = screen.getAllByRole("cell").map((cell) => cell.textContent);
    expect(cells.slice(1)).toEqual([
      "Right hand",
      "2",
      "6.5\u00a0mm",
      "2\u202f600\u00a0mm",
      "No",
      "5",
      "1 Mar 2024",
      "2 Mar 2024, 08:30",
      "Sunroof, Leather seats",
      "One owner",
    ]);
  });

  it("has its label on a card if the value alone is ambiguous", async () => {
    screenIs("phone");
    render();
    const card = await screen.findByRole("listitem");
    const text = card.textContent;
    expect(text).toContain("Number of keys 2");
    expect(text).toContain("Seats 5");
    expect(text).not.toContain("No");
    expect(text).not.toContain("Smoker");
  });

  it("has a readable tag for a filter in the address", async () => {
    render(
      "?steeringSide=leftHand&keys=1,3&depth=2.5,&isSmoker=0&seats=5&inspectedOn=2024-03-01,&extras=Sunroof&remark=One",
    );
    await screen.findByText("L1");
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "3 more" }));
    const tags = within(
      screen.getByRole("list", { name: "Active filters" }),
    ).getAllByRole("button", { name: /^Remove filter/ });
    expect(tags.map((tag) => tag.textContent)).toEqual([
      "Left hand",
      "Number of keys 1 – 3",
      "Tyre depth from 2.5\u00a0mm",
      "Smoker's car: No",
      "Seats 5",
      "Inspected on from 1 Mar 2024",
      "Sunroof",
      "Remark One",
    ]);
  });

  it("is filtered by yes or no; a second click clears the filter", async () => {
    render();
    await screen.findByText("L1");
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "More filters" }));
    const group = screen.getByRole("group", { name: "Smoker's car" });
    const no = within(group).getByRole("button", { name: "No" });
    await user.click(no);
    expect(no).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: /^Show/ }));
    expect(address()).toBe("/car-auction?isSmoker=0");
    await user.click(no);
    await user.click(screen.getByRole("button", { name: /^Show/ }));
    expect(address()).toBe("/car-auction");
  });

  it("is filtered by a decimal number and by options", async () => {
    render();
    await screen.findByText("L1");
    const user = userEvent.setup();
    await user.type(screen.getByLabelText("Tyre depth, from"), "2,5");
    await user.click(screen.getByRole("button", { name: "Steering side" }));
    await user.click(
      await screen.findByRole("menuitemcheckbox", { name: "Left hand" }),
    );
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: /^Show/ }));
    expect(address()).toBe("/car-auction?steeringSide=leftHand&depth=2.5,");
  });

  it("can be sorted, with a label of its own for each sort", async () => {
    render();
    await screen.findByText("L1");
    const orders = within(screen.getByRole("combobox", { name: "Order" }))
      .getAllByRole("option")
      .map((option) => option.textContent);
    expect(new Set(orders).size).toBe(orders.length);
    expect(orders).toContain("Number of keys, descending");
    expect(orders).toContain("Inspected on, newest first");
  });
});
