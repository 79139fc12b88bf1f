import { describe, expect, it } from "vitest";
import type { Field } from "../../../../../domain/resource";
import {
  readCell,
  unitRemover,
} from "../../../../../server/workspace/records/import/readCell";

const yen = ["yen", "иен", "JPY", "¥", "円"];

const read = (
  field: Field,
  text: string,
  unit: readonly string[] = [],
  choices: Readonly<Record<string, unknown>> = {},
): unknown => {
  const cell = readCell(field, text, {
    findValue: (found) => choices[found],
    withoutUnit: unitRemover(unit),
  });
  return "value" in cell ? cell.value : cell.fault.key.split(".").at(-1);
};

const whole = { type: "integer" };

describe("a cell with a whole number", () => {
  it.each([
    ["120000", 120_000],
    ["120,000", 120_000],
    ["120 000", 120_000],
    ["120\u00a0000", 120_000],
    ["120\u202f000", 120_000],
    ["1 234 567", 1_234_567],
    ["1.234.567", 1_234_567],
    ["120'000", 120_000],
    ["¥120,000", 120_000],
    ["￥１２０，０００", 120_000],
    ["120,000円", 120_000],
    ["120 000 иен", 120_000],
    ["JPY 120,000", 120_000],
    ["-¥5", -5],
    ["\u22125", -5],
    ["120,000.00", 120_000],
    ["120000,00", 120_000],
    ["0", 0],
    ["", null],
    ["  ", null],
  ])("reads %s", (text, value) => {
    expect(read(whole, text, yen)).toBe(value);
  });

  it.each([
    ["$500", "number"],
    ["12.5", "integer"],
    ["120.000", "thousands"],
    ["1.2E+05", "number"],
    ["12,00,000", "number"],
    ["abc", "number"],
    ["9007199254740993", "integer"],
  ])("refuses %s", (text, reason) => {
    expect(read(whole, text, yen)).toBe(reason);
  });

  it("reads any currency sign of a field without a unit", () => {
    expect(read(whole, "$ 500")).toBe(500);
    expect(read(whole, "500 €")).toBe(500);
  });
});

describe("a cell with a number", () => {
  it.each([
    ["12.5", 12.5],
    ["12,5", 12.5],
    ["1,234.5", 1234.5],
    ["1.234,5", 1234.5],
    ["1 234,56", 1234.56],
    ["0.125", 0.125],
  ])("reads %s", (text, value) => {
    expect(read({ type: "number" }, text)).toBe(value);
  });
});

describe("a cell with a day", () => {
  const day = { type: "string", format: "date" };

  it.each([
    "2026-11-28",
    "2026/11/28",
    "28.11.2026",
    "２０２６/１１/２８",
    " 2026-11-28 ",
    "2026-11-28 00:00:00",
    "28.11.2026 0:00",
  ])("reads %s", (text) => {
    expect(read(day, text)).toBe("2026-11-28");
  });

  it("reads days and months of one digit", () => {
    expect(read(day, "8.1.2026")).toBe("2026-01-08");
    expect(read(day, "2026/1/8")).toBe("2026-01-08");
  });

  it.each(["2026-02-29", "11/28/2026", "28.11.26", "45989", "tomorrow"])(
    "refuses %s",
    (text) => {
      expect(read(day, text)).toBe("day");
    },
  );

  it("reads a moment in Japan time", () => {
    const moment = { type: "string", format: "date-time" };
    expect(read(moment, "2026-11-28 15:00")).toBe("2026-11-28T15:00:00+09:00");
    expect(read(moment, "28.11.2026")).toBe("2026-11-28T00:00:00+09:00");
    expect(read(moment, "2026-11-28T06:00:00Z")).toBe(
      "2026-11-28T15:00:00+09:00",
    );
    expect(read(moment, "2026-11-28 25:00")).toBe("moment");
  });
});

describe("other cells", () => {
  it("reads a choice by the texts that stand for it", () => {
    const field = { type: "string", enum: ["kei", "van"] };
    expect(read(field, "Van", [], { Van: "van" })).toBe("van");
    expect(read(field, "truck")).toBe("choice");
  });

  it("reads yes and no", () => {
    const field = { type: "boolean" };
    expect(read(field, "TRUE")).toBe(true);
    expect(read(field, "0")).toBe(false);
    expect(read(field, "да", [], { да: true })).toBe(true);
    expect(read(field, "maybe")).toBe("flag");
  });

  it("reads the entries of a list", () => {
    const field = { type: "array", items: { type: "string" } };
    expect(read(field, "wash, polish; ")).toEqual(["wash", "polish"]);
  });

  it("takes the apostrophe of an export from a text like a formula", () => {
    const field = { type: "string", maxLength: 500 };
    expect(read(field, "'=1+1")).toBe("=1+1");
    expect(read(field, "=1+1")).toBe("=1+1");
    expect(read(field, "'quoted'")).toBe("'quoted'");
  });

  it("keeps line ends in long texts and refuses them in short ones", () => {
    expect(read({ type: "string", maxLength: 500 }, "one\r\ntwo")).toBe(
      "one\ntwo",
    );
    expect(read({ type: "string", maxLength: 60 }, "one\ntwo")).toBe("control");
  });
});
