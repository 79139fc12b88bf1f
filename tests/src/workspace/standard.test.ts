import { describe, expect, it } from "vitest";
import type { RowSchema } from "../../../domain/resource";
import { NoteCell } from "../../../src/workspace/cells/NoteCell";
import {
  MomentCell,
  PriceCell,
  TextCell,
} from "../../../src/workspace/cells/TextCell";
import { cellFor } from "../../../src/workspace/rows/columns";
import { DaysControl } from "../../../src/workspace/controls/DaysControl";
import { FlagControl } from "../../../src/workspace/controls/FlagControl";
import {
  DatesControl,
  RangeControl,
} from "../../../src/workspace/controls/RangeControl";
import { SelectControl } from "../../../src/workspace/controls/SelectControl";
import { controlFor } from "../../../src/workspace/controls/controlFor";
import {
  ChoiceWidget,
  SearchWidget,
  SegmentedWidget,
} from "../../../src/workspace/widgets/choiceWidgets";
import {
  DateWidget,
  AmountWidget,
  NumberWidget,
  AreaWidget,
  TextWidget,
} from "../../../src/workspace/widgets/inputWidgets";
import {
  CheckWidget,
  ChecksWidget,
  ListWidget,
} from "../../../src/workspace/widgets/listWidgets";
import { widgetFor } from "../../../src/workspace/widgets/widgetFor";

const schema: RowSchema = {
  $id: "car",
  properties: {
    auctionDate: { type: "string", format: "date-time" },
    startPrice: { type: ["integer", "null"], "x-unit": "yen" },
    condition: { type: "string", "x-dictionary": "condition" },
    maker: { type: "string", "x-dictionary": "maker" },
    model: { type: "string", "x-dictionary": "model" },
    mileage: { type: "integer", "x-unit": "km" },
    grade: { type: "string" },
    remarks: { type: "string", "x-shown": "note" },
    status: { type: "integer", enum: [1, 2] },
    year: { type: "integer" },
    isUss: { type: "boolean" },
  },
};

describe("a column's cell", () => {
  it.each([
    ["auctionDate", MomentCell],
    ["startPrice", PriceCell],
    ["mileage", TextCell],
    ["grade", TextCell],
    ["remarks", NoteCell],
  ])("of %s is found from its schema", (field, Cell) => {
    expect(cellFor(schema, { fields: [field] }).Cell).toBe(Cell);
  });

  it("can be named in the declaration", () => {
    const { Cell } = cellFor(schema, { fields: ["grade"], cell: "price" });
    expect(Cell).toBe(PriceCell);
  });
});

describe("a filter's control", () => {
  const control = (field: string, more: object = {}) =>
    controlFor(schema.properties[field] ?? {}, { field, ...more });

  it.each([
    ["maker", SelectControl],
    ["status", SelectControl],
    ["year", RangeControl],
    ["isUss", FlagControl],
    ["auctionDate", DatesControl],
  ])("of %s is found from its schema", (field, Control) => {
    expect(control(field).Control).toBe(Control);
  });

  it("is a choice of sale days for a date with one parameter", () => {
    const { Control } = control("auctionDate", { send: "auctionDate" });
    expect(Control).toBe(DaysControl);
  });

  it("is a range for a date with two parameters", () => {
    const { Control } = control("auctionDate", { send: ["from", "to"] });
    expect(Control).toBe(DatesControl);
  });

  it("applies a choice at once, and typed values after 250 ms", () => {
    expect(control("maker").wait).toBe(0);
    expect(control("model", { by: "maker" }).wait).toBe(0);
    expect(control("auctionDate", { send: "day" }).wait).toBe(0);
    expect(control("auctionDate", { send: ["from", "to"] }).wait).toBe(250);
  });
});

describe("a form's widget", () => {
  it.each([
    [{ type: "integer", "x-unit": "yen" }, AmountWidget],
    [{ type: "boolean" }, CheckWidget],
    [{ type: "string", enum: ["a", "b"] }, ChoiceWidget],
    [{ type: "string", maxLength: 500 }, AreaWidget],
    [{ type: "string", maxLength: 60 }, TextWidget],
    [{ type: "integer" }, NumberWidget],
    [{ type: ["number", "null"], "x-unit": "mm" }, NumberWidget],
    [{ type: "string", format: "date" }, DateWidget],
    [{ type: "string", format: "date-time" }, DateWidget],
    [{ type: "array", items: { type: "string" } }, ListWidget],
    [{ type: "array", items: { enum: ["a", "b"] } }, ChecksWidget],
  ])("for %o is found from its schema", (field, widget) => {
    expect(widgetFor(field)).toBe(widget);
  });

  it("is a select if the caller has the options", () => {
    const field = { type: "integer", "x-options": { path: "/groups" } };
    expect(widgetFor(field, { hasOptions: true })).toBe(ChoiceWidget);
  });

  const words = (...labels: string[]) => {
    const options = labels.map((label) => ({ value: label, label }));
    return { options, hasOptions: true, isRequired: true };
  };

  it("is a segmented control for a required choice of a few short words", () => {
    const field = { type: "string", enum: ["a"] };
    expect(widgetFor(field, words("Kei", "Van"))).toBe(SegmentedWidget);
    const isOptional = { ...words("Kei", "Van"), isRequired: false };
    expect(widgetFor(field, isOptional)).toBe(ChoiceWidget);
    const long = words("A rather long option", "Another rather long option");
    expect(widgetFor(field, long)).toBe(ChoiceWidget);
    expect(widgetFor(field, words(..."abcdef".split("")))).toBe(ChoiceWidget);
  });

  it("has a search for many options and for the options of a call", () => {
    const field = { type: "string", enum: ["a"] };
    expect(widgetFor(field, words(..."abcdefghijk".split("")))).toBe(
      SearchWidget,
    );
    expect(widgetFor(field, words(..."abcdefghij".split("")))).toBe(
      ChoiceWidget,
    );
    const called = { type: "string", "x-options": { path: "/groups" } };
    expect(widgetFor(called)).toBe(SearchWidget);
  });
});
