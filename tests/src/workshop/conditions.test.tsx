import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { RowSchema } from "../../../domain/resource";
import { renderForm } from "./renderForm";

const row: RowSchema = {
  $id: "port",
  properties: {
    name: { type: "string" },
    depth: { type: "integer" },
    isOpen: { type: "boolean" },
  },
};

const formWith = (where?: object) =>
  renderForm({
    published: { name: "ports", ...(where && { where }) },
    row,
    open: ["where"],
  });

const conditions = () => screen.getByRole("group", { name: "Fixed condition" });

it("adds a condition by the keyboard, and changes its field, operator and value", async () => {
  const user = userEvent.setup();
  const seen = formWith();
  const add = within(conditions()).getByRole("button", {
    name: "Add condition",
  });
  add.focus();
  await user.keyboard("{Enter}");
  expect(seen().declaration.where).toEqual({ field: "name", filled: true });
  await user.selectOptions(
    screen.getByRole("combobox", { name: "Field" }),
    "depth",
  );
  await user.selectOptions(screen.getByLabelText("Comparison"), "in");
  await user.clear(screen.getByLabelText("Values, separated by commas"));
  await user.type(
    screen.getByLabelText("Values, separated by commas"),
    "10, 20",
  );
  expect(seen().declaration.where).toEqual({ field: "depth", in: [10, 20] });
  await user.click(screen.getByRole("button", { name: "Remove condition" }));
  expect(seen().declaration.where).toBeUndefined();
});

it("groups conditions, and keeps what it does not change", async () => {
  const user = userEvent.setup();
  const seen = formWith({ field: "depth", atLeast: 5, atMost: 9 });
  await user.selectOptions(screen.getByLabelText("Kind"), "any");
  const group = screen.getByRole("group", { name: "Any of these" });
  await user.click(
    within(group).getByRole("button", { name: "Add condition" }),
  );
  const [, second] = within(group).getAllByLabelText("Kind").slice(1);
  if (!second) throw new Error("The group has one part");
  await user.selectOptions(second, "viewer");
  await user.click(screen.getByRole("checkbox", { name: "Dealer" }));
  expect(seen().declaration.where).toEqual({
    any: [
      { field: "depth", atLeast: 5, atMost: 9 },
      { viewer: { roles: ["manager", "dealer"] } },
    ],
  });
  await user.selectOptions(
    within(group).getAllByLabelText("Kind")[1] as HTMLElement,
    "not",
  );
  expect(seen().declaration.where).toEqual({
    any: [
      { not: { field: "depth", atLeast: 5, atMost: 9 } },
      { viewer: { roles: ["manager", "dealer"] } },
    ],
  });
});

it("shows the value that an undo has brought back", async () => {
  const user = userEvent.setup();
  const seen = formWith({ field: "depth", in: [10] });
  const before = seen().declaration;
  const values = screen.getByLabelText("Values, separated by commas");
  await user.type(values, ", 20, ");
  expect(values).toHaveValue("10, 20, ");
  act(() => {
    seen().replace(before);
  });
  expect(values).toHaveValue("10");
  await user.type(values, ", 30");
  expect(seen().declaration.where).toEqual({ field: "depth", in: [10, 30] });
});

it("keeps the last condition of a group", async () => {
  const user = userEvent.setup();
  const seen = formWith({
    any: [
      { field: "name", filled: true },
      { field: "depth", filled: true },
    ],
  });
  const group = within(screen.getByRole("group", { name: "Any of these" }));
  const removeButtons = () =>
    group.getAllByRole("button", { name: "Remove condition" });
  // The first button removes the group itself.
  expect(removeButtons()).toHaveLength(3);
  await user.click(removeButtons()[1] as HTMLElement);
  expect(seen().declaration.where).toEqual({
    any: [{ field: "depth", filled: true }],
  });
  expect(removeButtons()).toHaveLength(1);
});
