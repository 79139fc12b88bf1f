import { describe, expect, it } from "vitest";
import {
  emptyField,
  fieldFaults,
  fieldKinds,
  fieldOf,
  inputOf,
  suggestedName,
  suggestedValue,
  type FieldInput,
} from "../../../src/workshop/fields/fieldInput";
import { showField } from "../../../src/workshop/fields/fieldParts";

const titles = { en: "Pick-up day", ru: "День вывоза" };
const choices = [
  { value: "monday", en: "Monday", ru: "Понедельник" },
  { value: "friday", en: "Friday", ru: "Пятница" },
];
const typed: FieldInput = { ...emptyField, name: "pickUp", titles, choices };
const taken = ["fee", "validFrom"];
const faultsOf = (part: Partial<FieldInput>) =>
  Object.entries(fieldFaults({ ...typed, ...part }, taken)).map(
    ([place, { key }]) => `${place}: ${key.replace("workshop.newField.", "")}`,
  );

describe("the form of a field", () => {
  it.each(fieldKinds)("edits a field of the type %s again", (kind) => {
    const input: FieldInput = {
      ...typed,
      kind,
      viewers: "managers",
      unit: kind === "integer" ? "km" : "",
      choices: kind === "choices" ? choices : [],
    };
    const field = fieldOf(input);
    expect(field.schema.type).toContain("null");
    expect(inputOf("pickUp", field)).toEqual(input);
    expect(fieldOf(inputOf("pickUp", field), field)).toEqual(field);
  });

  it("keeps an access rule that it cannot show", () => {
    const field = fieldOf(typed);
    const schema = { ...field.schema, "x-access": { flags: ["bidView"] } };
    const input = inputOf("pickUp", { ...field, schema });
    expect(input.viewers).toBe("other");
    expect(fieldOf(input, { ...field, schema }).schema).toEqual(schema);
  });

  it("accepts a complete field", () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ kind: "choices" })).toEqual([]);
  });

  it.each([
    ["", "noName"],
    ["имя", "badName"],
    ["Day", "badName"],
    ["pick up", "badName"],
    ["constructor", "reservedName"],
    ["fee", "takenName"],
    ["validfrom", "takenName"],
  ])("says what is wrong with the name %j", (name, fault) => {
    expect(faultsOf({ name })).toEqual([`name: ${fault}`]);
  });

  it("names the choices that are missing, twice or not Latin", () => {
    expect(faultsOf({ kind: "choices", choices: [] })).toEqual([
      "choices: noChoices",
    ]);
    const [monday, friday] = choices;
    if (!monday || !friday) throw new Error("No choices");
    expect(
      faultsOf({
        kind: "choices",
        choices: [
          monday,
          { ...friday, value: "monday" },
          { value: "суббота", en: "", ru: "Суббота" },
        ],
      }),
    ).toEqual([
      "choices.1.value: sameValue",
      "choices.2.value: badValue",
      "choices.2.en: noText",
    ]);
  });

  it("asks for the titles in both languages", () => {
    expect(faultsOf({ titles: { en: " ", ru: "" } })).toEqual([
      "titles.en: noTitle",
      "titles.ru: noTitle",
    ]);
  });
});

it.each([
  ["Pick-up day", "pickUpDay"],
  ["2 doors", "doors"],
  ["Été", "ete"],
  ["День", ""],
])("suggests a name for the title %j", (title, name) => {
  expect(suggestedName(title)).toBe(name);
});

it("suggests a value for the text of a choice", () => {
  expect(suggestedValue("On Monday, early")).toBe("on-monday-early");
});

describe("showing a created field", () => {
  const declaration = {
    columns: [{ id: "fee", fields: ["fee"] }],
    filters: [{ field: "fee" }],
    form: { sections: [{ id: "price", fields: ["fee"] }] },
  };
  const show = (field: object, section = "") =>
    showField(declaration, "day", {
      places: { column: true, filter: true, section },
      field,
    });

  it("adds a column, a filter and an entry of a section of the form", () => {
    expect(show({ type: ["string", "null"] }, "price")).toEqual({
      columns: [...declaration.columns, { id: "day", fields: ["day"] }],
      filters: [...declaration.filters, { field: "day" }],
      form: { sections: [{ id: "price", fields: ["fee", "day"] }] },
    });
  });

  it("gives a filter of days a parameter for each end", () => {
    const { filters } = show({ type: ["string", "null"], format: "date" });
    expect(filters).toContainEqual({
      field: "day",
      send: ["dayFrom", "dayTo"],
    });
  });

  it("changes nothing for a field that the list does not show", () => {
    const places = { column: false, filter: false, section: "" };
    expect(showField(declaration, "day", { places, field: {} })).toEqual(
      declaration,
    );
  });
});
