import {
  fireEvent,
  getByText,
  screen,
  render,
  within,
} from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { RowSchema } from "../../../domain/resource";
import carAuction from "../../fixtures/resources/car-auction.json";
import lot from "../../../schemas/lot.json";
import { nameOf } from "../../../src/workshop/document/mergeForm";
import type {
  Declaration,
  Problem,
} from "../../../src/workshop/document/draft";
import { ListTitles } from "../../../src/workshop/form/LabelFields";
import { InEnglish } from "../providers/inEnglish";
import { renderForm, type Seen } from "./renderForm";

/** Few parts, because jsdom renders forms slowly. */
const published: Declaration = {
  ...carAuction,
  columns: carAuction.columns.filter(({ id }) => ["lot", "price"].includes(id)),
  filters: [{ field: "mileage", step: 5000 }],
  search: undefined,
  card: undefined,
  views: ["default"],
};

const openForm = (problems: readonly Problem[] = []) =>
  renderForm({
    published,
    row: lot as RowSchema,
    open: ["columns", "filters"],
    problems,
  });

/** Returns the list entry around an element. */
function entryOf(element: HTMLElement): HTMLElement {
  const entry = element.closest("li");
  if (!entry) throw new Error("The element is in no list entry.");
  return entry;
}

/** The role; a user type has the same name. */
const managers = async () => {
  const [first] = await screen.findAllByLabelText(/^Manager/);
  if (!first) throw new Error("There is no choice of managers.");
  return first;
};

const idsOf = ({ declaration }: Seen, list: string) =>
  (declaration[list] as unknown[]).map(nameOf);

/** Whether a select of a field on the page is disabled. */
const isOneLocked = () =>
  screen
    .getAllByLabelText(/^Field\b/)
    .some((field) => field.matches("select:disabled"));

describe("the form of a declaration", () => {
  it("changes nothing by being opened", () => {
    const seen = openForm();
    fireEvent.click(screen.getByText("price", { selector: "button" }));
    expect(seen().declaration).toBe(published);
  });

  it("moves, removes and adds columns by buttons", () => {
    const seen = openForm();
    fireEvent.click(screen.getByLabelText("Move down: lot"));
    expect(idsOf(seen(), "columns")).toEqual(["price", "lot"]);
    fireEvent.click(screen.getByLabelText("Remove: price"));
    expect(idsOf(seen(), "columns")).toEqual(["lot"]);
    fireEvent.click(screen.getByLabelText("Add to: Columns"));
    expect(idsOf(seen(), "columns")).toEqual(["lot", undefined]);
  });

  it("keeps the focus on the button of the moved entry", () => {
    openForm();
    const up = screen.getByLabelText("Move up: price");
    up.focus();
    fireEvent.click(up);
    // At the top it cannot move further, so the other button has the focus.
    expect(document.activeElement?.getAttribute("aria-label")).toBe(
      "Move down: price",
    );
  });

  it("moves an entry by dragging it", () => {
    const seen = openForm();
    const rows = screen
      .getAllByLabelText(/^Remove: (lot|price)/)
      .map((button) => button.closest("li"));
    const [lot, target] = rows;
    const handle = lot?.querySelector("[draggable]");
    if (!handle || !target) throw new Error("There is nothing to drag.");
    fireEvent.dragStart(handle, { dataTransfer: {} });
    fireEvent.dragOver(target);
    fireEvent.drop(target);
    expect(idsOf(seen(), "columns")).toEqual(["price", "lot"]);
  });

  it("marks changed and new entries, and folds no entry twice", () => {
    openForm();
    fireEvent.click(screen.getByText("price", { selector: "button" }));
    expect(screen.queryByText("Changed")).toBeNull();
    expect(screen.queryByText(/^columns-/)).toBeNull();
    fireEvent.change(screen.getByLabelText("Sort"), {
      target: { value: "year" },
    });
    expect(screen.getByText("Changed")).toBeTruthy();
    fireEvent.click(screen.getByLabelText("Add to: Columns"));
    expect(screen.getByText("New")).toBeTruthy();
  });

  it("shows the label in effect as the placeholder", () => {
    openForm();
    fireEvent.click(screen.getByText("lot", { selector: "button" }));
    expect(screen.getByLabelText("Russian").getAttribute("placeholder")).toBe(
      "default ru",
    );
  });

  it("edits the sort and the labels of a column", () => {
    const seen = openForm();
    fireEvent.click(screen.getByText("price", { selector: "button" }));
    fireEvent.change(screen.getByLabelText("Sort"), {
      target: { value: "year" },
    });
    const columns = seen().declaration.columns as object[];
    expect(columns.at(-1)).toMatchObject({ id: "price", sort: "year" });
    fireEvent.change(screen.getByLabelText("Russian"), {
      target: { value: "Старт" },
    });
    expect(seen().labels.ru["columns.price"]).toBe("Старт");
  });

  it("restricts a part to a role and opens it again", async () => {
    const seen = openForm();
    const price = () => (seen().declaration.columns as object[]).at(-1);
    fireEvent.click(screen.getByText("price", { selector: "button" }));
    const entry = screen.getByText("price", { selector: "button" });
    fireEvent.click(getByText(entryOf(entry), "Visible to"));
    fireEvent.click(await managers());
    expect(price()).toMatchObject({ access: { roles: ["manager"] } });
    fireEvent.click(await managers());
    expect(price()).not.toHaveProperty("access");
  });

  it("locks structural parts of published filters, not of new ones", () => {
    openForm();
    const toggles = screen.getAllByText("mileage", { selector: "button" });
    const [mileage] = toggles;
    if (!mileage) throw new Error("There is no filter of the mileage.");
    fireEvent.click(mileage);
    expect(isOneLocked()).toBe(true);
    fireEvent.click(mileage);
    fireEvent.click(screen.getByLabelText("Add to: Filters"));
    expect(isOneLocked()).toBe(false);
    expect(screen.queryByLabelText(/^Route/)).toBeNull();
  });

  it("shows an error at its part", () => {
    openForm([
      {
        file: "resources/car-auction.json",
        pointer: "/columns/1/sort",
        reason: "there is no sort of that name",
      },
    ]);
    fireEvent.click(screen.getByText("price", { selector: "button" }));
    expect(screen.getByText("there is no sort of that name")).toBeTruthy();
  });
});

it("shows the short name in the menu beside the title of a list, and the title if there is no short name", () => {
  const labels = {
    en: { title: "Bid manager", menu: "Bids" },
    ru: { title: "Ставки клиентов" },
  };
  render(
    <InEnglish>
      <ListTitles
        context={{ labels, onLabel: vi.fn(), defaultLabel: () => "" }}
      />
    </InEnglish>,
  );
  const menu = within(
    screen.getByRole("group", { name: "Short name in the menu" }),
  );
  expect(menu.getByLabelText("English")).toHaveValue("Bids");
  expect(menu.getByLabelText("Russian")).toHaveAttribute(
    "placeholder",
    "Ставки клиентов",
  );
});
