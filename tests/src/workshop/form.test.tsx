import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { CoreAdminContext } from "ra-core";
import carAuction from "../../../resources/car-auction.json";
import lot from "../../../schemas/lot.json";
import { createI18nProvider } from "../../../src/providers/i18n/i18nProvider";
import { TranslateProvider } from "../../../src/providers/i18n/useT";
import en from "../../../locales/en.json";
import { entriesOf, namesOf } from "../../../src/workshop/document/choices";
import { nameOf } from "../../../src/workshop/document/mergeForm";
import type {
  Declaration,
  Problem,
} from "../../../src/workshop/document/types";
import type { FormContext } from "../../../src/workshop/form/FormContext";
import { ResourceForm } from "../../../src/workshop/form/ResourceForm";
import { addTokens } from "../workspace/renderList";

// MUI writes its styles one by one, which jsdom is slow at.
vi.setConfig({ testTimeout: 120_000 });

type Seen = { declaration: Declaration; labels: FormContext["labels"] };

/** Few parts: a browser that draws nothing is slow at forms. */
const published: Declaration = {
  ...carAuction,
  columns: carAuction.columns.filter(({ id }) => ["lot", "price"].includes(id)),
  filters: [{ field: "mileage", step: 5000 }],
  search: undefined,
  card: undefined,
  views: ["default"],
};

function Edited({
  problems,
  onSeen,
}: {
  problems: readonly Problem[];
  onSeen: (seen: Seen) => void;
}) {
  const [declaration, setDeclaration] = useState(published);
  const [labels, setLabels] = useState<FormContext["labels"]>({
    en: { "columns.price": "Start, ¥" },
    ru: {},
  });
  onSeen({ declaration, labels });
  const context: FormContext = {
    declaration,
    labels,
    names: namesOf(declaration, lot),
    nameText: (_kind, name) => name,
    titleOf: (_list, entry) =>
      typeof entry === "string" ? entry : (nameOf(entry) ?? ""),
    isPublished: (list, entry) =>
      entriesOf(published, list).some((one) => nameOf(one) === nameOf(entry)),
    onLabel: (language, key, text) => {
      setLabels({
        ...labels,
        [language]: { ...labels[language], [key]: text },
      });
    },
  };
  return (
    <ResourceForm
      declaration={declaration}
      problems={problems}
      context={context}
      onChange={setDeclaration}
    />
  );
}

function openForm(problems: readonly Problem[] = []): () => Seen {
  addTokens();
  const i18n = createI18nProvider("en", en);
  let last: Seen = { declaration: {}, labels: { en: {}, ru: {} } };
  render(
    <CoreAdminContext i18nProvider={i18n}>
      <TranslateProvider value={(key, values) => i18n.translate(key, values)}>
        <Edited
          problems={problems}
          onSeen={(seen) => {
            last = seen;
          }}
        />
      </TranslateProvider>
    </CoreAdminContext>,
  );
  return () => last;
}

/** Among the roles; there is a user type of that name as well. */
const managers = () => {
  const [first] = screen.getAllByLabelText("Manager");
  if (!first) throw new Error("There is no choice of managers.");
  return first;
};

const idsOf = ({ declaration }: Seen, list: string) =>
  (declaration[list] as unknown[]).map(nameOf);

/** Whether some choice of a field on screen cannot be changed. */
const isOneLocked = () =>
  screen
    .getAllByLabelText(/^Field\b/)
    .some((field) => field.matches("select:disabled"));

describe("the form of a declaration", () => {
  it("changes nothing by being looked at", () => {
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

  it("offers the sorts by name, and both names of a column", () => {
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

  it("gives a part to a role, and to everybody again", () => {
    const seen = openForm();
    const price = () => (seen().declaration.columns as object[]).at(-1);
    fireEvent.click(screen.getByText("price", { selector: "button" }));
    fireEvent.click(managers());
    expect(price()).toMatchObject({ access: { roles: ["manager"] } });
    fireEvent.click(managers());
    expect(price()).not.toHaveProperty("access");
  });

  it("locks what links depend on in a filter that is published, not in a new one", () => {
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

  it("shows what is wrong at its place", () => {
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
