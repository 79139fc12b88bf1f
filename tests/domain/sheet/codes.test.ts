import { describe, expect, it } from "vitest";
import {
  damageMeaning,
  houseStyle,
  parseDamageCode,
  parseMark,
} from "../../../domain/sheet/damageCode";
import { parseEraDate } from "../../../domain/sheet/eraDate";
import {
  mileageWarning,
  parseMileage,
} from "../../../domain/sheet/sheetMileage";

describe("damage codes", () => {
  it.each([
    ["A1", { letter: "A", size: 1 }],
    ["ａ２", { letter: "A", size: 2 }],
    ["XX", { letter: "XX", size: null }],
    ["G", { letter: "G", size: null }],
    ["W", { letter: "W", size: null }],
  ])("reads %s", (text, code) => {
    expect(parseDamageCode(text)).toEqual(code);
  });

  it.each(["", "Q1", "A4", "S3", "X1", "AAA", "1A", "A 1", "キズ", "A1B2"])(
    "rejects %j",
    (text) => {
      expect(parseDamageCode(text)).toBeNull();
    },
  );

  it("reads panels by id and by Japanese name, also in half-width katakana", () => {
    const mark = { code: { letter: "U", size: 2 }, panel: "left-rear-door" };
    expect(parseMark("U2 left-rear-door")).toEqual(mark);
    expect(parseMark("U2:左リアドア")).toEqual(mark);
    expect(parseMark("u2 左ﾘｱﾄﾞｱ")).toEqual(mark);
    for (const text of ["U2", "U2 ", "U9 roof", "U2 moon", "roof U2", ""])
      expect(parseMark(text)).toBeNull();
  });

  it("explains a code as the house reads it", () => {
    const meaning = (text: string, house: string, language: "en" | "ru") => {
      const code = parseDamageCode(text);
      return (
        code && damageMeaning(code, { style: houseStyle(house), language })
      );
    };
    expect(meaning("A2", "USS Tokyo", "en")).toBe("Scratch, up to 10 cm");
    expect(meaning("A2", "JU Gifu", "en")).toBe(
      "Scratch with a dent, up to 10 cm",
    );
    expect(meaning("W1", "TAA Kinki", "ru")).toBe(
      "Лёгкий след ремонта, почти не видно",
    );
    expect(meaning("XX", "Bay Auc", "ru")).toBe("Заменено");
  });
});

describe("dates of Japanese eras", () => {
  it.each([
    ["R1年6月", "2019-06"],
    ["令和元年5月", "2019-05"],
    ["Ｈ２７．３", "2015-03"],
    ["平成31/4", "2019-04"],
    ["S63年12月", "1988-12"],
    ["昭和50年", "1975"],
    ["2019年6月", "2019-06"],
    ["H7", "1995"],
  ])("reads %s as %s", (text, date) => {
    expect(parseEraDate(text)).toBe(date);
  });

  it.each([
    "",
    "R0年1月",
    "R1年13月",
    "H32年1月",
    "S65",
    "19",
    "車検切れ",
    "R",
    "R1年6月7日",
    "X3年2月",
  ])("rejects %j", (text) => {
    expect(parseEraDate(text)).toBeNull();
  });
});

describe("the mileage of a sheet", () => {
  it.each([
    ["21,700km", 21_700, null],
    ["$21700", 21_700, "$"],
    ["85,000 km *", 85_000, "*"],
    ["５.２万km", 52_000, null],
    ["10,000マイル", 16_093, null],
    ["85千", 85_000, null],
    ["12.5千km", 12_500, null],
    ["走行不明", null, null],
    ["#", null, "#"],
  ])("reads %s", (text, km, mark) => {
    expect(parseMileage(text)).toEqual({ km, mark });
  });

  it.each([
    "",
    "km",
    "21,70km",
    "12.5",
    "12.5km",
    "--",
    "12345678901",
    "$ $ 5",
    "about 5000",
  ])("rejects %j", (text) => {
    expect(parseMileage(text)).toBeNull();
  });

  it("explains a mark in both languages", () => {
    expect(mileageWarning("$", "en")).toContain("replaced");
    expect(mileageWarning("$", "ru")).toContain("заменён");
  });
});
