import { describe, expect, it } from "vitest";
import { filterKind, testOf } from "../../../domain/listing/kinds/kinds";
import { readFilter } from "../../../domain/listing/filterText";
import type { Field, Filter } from "../../../domain/resource";

const text: Field = { type: ["string", "null"] };
const day: Field = { type: ["string", "null"], format: "date" };
const year: Field = { type: ["integer", "null"] };
const choice = (value: string) => ({
  kind: "choices" as const,
  values: [value],
});

describe("a filter for empty fields", () => {
  const filter: Filter = { field: "note", kind: "empty" };

  it("reads one of its two values only", () => {
    expect(readFilter(text, filter, "empty")).toEqual(choice("empty"));
    expect(readFilter(text, filter, "filled")).toEqual(choice("filled"));
    for (const wrong of ["", "empty,filled", "Empty", "1"])
      expect(readFilter(text, filter, wrong)).toBeNull();
  });

  it("asks for rows without or with a value", () => {
    const subject = { filter, field: text, today: "2026-11-28" };
    expect(testOf(choice("empty"), subject)).toEqual({ filled: false });
    expect(testOf(choice("filled"), subject)).toEqual({ filled: true });
  });
});

describe("a filter for what is newer than some years", () => {
  const filter: Filter = { field: "since", kind: "newerThan", years: [1, 3] };
  const from = (field: Field, years: string, today: string) =>
    testOf(choice(years), { filter, field, today });

  it("reads the declared numbers of years only", () => {
    expect(readFilter(day, filter, "3")).toEqual(choice("3"));
    for (const wrong of ["2", "1,3", "0", "-1", "x"])
      expect(readFilter(day, filter, wrong)).toBeNull();
  });

  it("offers 1, 3, 5, 7 and 10 years unless it names others", () => {
    const usual: Filter = { field: "since", kind: "newerThan" };
    const read = (value: string) => readFilter(day, usual, value);
    expect(["1", "3", "5", "7", "10"].every(read)).toBe(true);
    expect(read("2")).toBeNull();
  });

  it("counts a date back from today", () => {
    expect(from(day, "3", "2026-11-28")).toEqual({
      between: { from: "2023-11-28", to: null },
    });
  });

  it("counts 29 February back to 1 March", () => {
    expect(from(day, "1", "2028-02-29")).toEqual({
      between: { from: "2027-03-01", to: null },
    });
    expect(
      testOf(choice("4"), {
        filter: { ...filter, years: [4] },
        ...{ field: day, today: "2028-02-29" },
      }),
    ).toEqual({ between: { from: "2024-02-29", to: null } });
  });

  it("counts whole years back from this year", () => {
    expect(from(year, "3", "2026-11-28")).toEqual({
      between: { from: 2023, to: null },
    });
  });
});

it("infers the kind of a filter from its field, unless the filter names one", () => {
  const kinds: [Field, Partial<Filter>, string][] = [
    [{ type: "string", "x-dictionary": "maker" }, {}, "terms"],
    [{ type: "string", "x-dictionary": "tag", "x-words": "free" }, {}, "texts"],
    [{ enum: ["a"] }, {}, "enum"],
    [{ type: "string", "x-code": true }, {}, "codes"],
    [day, {}, "dates"],
    [day, { send: "on" }, "days"],
    [year, {}, "range"],
    [{ type: "boolean" }, {}, "flag"],
    [{ type: "array", items: text }, {}, "texts"],
    [text, {}, "text"],
    [text, { kind: "empty" }, "empty"],
    [day, { kind: "newerThan" }, "newerThan"],
  ];
  for (const [field, filter, kind] of kinds)
    expect(filterKind(field, { field: "value", ...filter })).toBe(kind);
});

it("refuses a value of another form", () => {
  expect(() =>
    testOf(choice("2026-11-28"), {
      ...{ filter: { field: "since" }, field: day },
      today: "2026-11-28",
    }),
  ).toThrow('"since" has no choices');
});
