import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checklistRows } from "../../../domain/sheet/checklist";
import { foldSheetText } from "../../../domain/sheet/sheetText";
import { translateNotes } from "../../../domain/sheet/translateNotes";
import codes from "../../../domain/sheet/words/codes.json";
import panels from "../../../domain/sheet/words/panels.json";
import phrases from "../../../domain/sheet/words/phrases.json";

describe("the translation of notes", () => {
  it("takes the longest phrase at each place", () => {
    expect(translateNotes("内装スレ小 フロントガラス飛石", "en")).toEqual([
      { text: "interior wear", from: "内装スレ" },
      { text: "slight", from: "小" },
      { text: "," },
      { text: "stone chip in the windscreen", from: "フロントガラス飛石" },
    ]);
  });

  it("reads half-width katakana and translates into Russian", () => {
    expect(translateNotes("ﾎｲｰﾙｷｽﾞ", "ru")).toEqual([
      { text: "царапины на дисках", from: "ホイールキズ" },
    ]);
  });

  it.each([
    ["左フロントドアキズ", "левая передняя дверь: царапина"],
    ["右ﾘｱﾌｪﾝﾀﾞｰ凹", "правое заднее крыло: вмятина"],
    ["フロントキズ", "спереди царапина"],
    ["当社下取車", "автомобиль, принятый в зачёт продавцом"],
    ["マフラー社外", "неоригинальный глушитель"],
  ])("writes %s as grammatical Russian", (notes, russian) => {
    const words = translateNotes(notes, "ru").map(({ text }) => text);
    expect(words.join(" ")).toBe(russian);
  });

  it.each([
    ["スペアキー有", "spare key included", "есть запасной ключ"],
    ["記録簿有", "service book included", "есть сервисная книжка"],
    ["取説無", "no manual", "нет инструкции"],
    ["禁煙車", "non-smoker's car", "некурящий владелец"],
    ["社外AW", "aftermarket alloy wheels", "неоригинальные литые диски"],
    ["修復歴無", "no accident repairs", "без ремонта после аварии"],
    ["ﾅﾋﾞ社外", "aftermarket navigation", "неоригинальная навигация"],
    ["タイベル交換済", "timing belt replaced", "ремень ГРМ заменён"],
    ["ドラレコ有", "dash camera: yes", "видеорегистратор: есть"],
    ["キーレス無", "no keyless entry", "дистанционный ключ: нет"],
    ["フォグ社外", "aftermarket fog lamps", "противотуманные фары, неоригинал"],
    ["社外フォグ", "aftermarket fog lamps", "противотуманные фары, неоригинал"],
    [
      "社外フォグ有り",
      "aftermarket fog lamps: yes",
      "противотуманные фары, неоригинал: есть",
    ],
    ["純正", "original", "заводской"],
    ["左フロントドア有", "left front door: yes", "левая передняя дверь: есть"],
  ])("reads the remark %s", (remark, english, russian) => {
    for (const [language, text] of [
      ["en", english],
      ["ru", russian],
    ] as const)
      expect(
        translateNotes(remark, language)
          .map((part) => part.text)
          .join(" "),
      ).toBe(text);
  });

  it("keeps Japanese words without an entry and marks them", () => {
    expect(translateNotes("謎機能付V36", "en")).toEqual([
      { text: "謎機能", isUnknown: true },
      { text: "fitted", from: "付" },
      { text: "V36" },
    ]);
  });

  it("separates phrases but not numbers or Latin names", () => {
    const textOf = (notes: string) =>
      translateNotes(notes, "en").map(({ text }) => text);
    expect(textOf("地デジ、ETC スマートキー")).toEqual([
      "digital TV",
      ",",
      "ETC toll unit",
      ",",
      "smart key",
    ]);
    expect(textOf("2D クーペ")).toEqual(["2D", "coupe"]);
    expect(textOf("SMART KEY")).toEqual(["SMART", "KEY"]);
    expect(textOf("広島 365")).toEqual(["Hiroshima", "365"]);
  });

  it("does not cut Latin words", () => {
    expect(translateNotes("TVX", "en")).toEqual([{ text: "TVX" }]);
  });

  it("loses no word of any text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: "grapheme" }), (text) => {
        const kept = translateNotes(text, "en")
          .map(({ text: written, from }) => from ?? written)
          .join("");
        const plain = (value: string) => value.replace(/[ 、。・,;/]/g, "");
        expect(plain(kept)).toBe(plain(foldSheetText(text)));
      }),
    );
  });
});

describe("the words of the trade", () => {
  it("exist in both languages and only once", () => {
    const words = [...codes.codes, ...panels];
    for (const { en, ru } of words) expect([en, ru]).not.toContain("");
    for (const words of phrases) expect(words.filter(Boolean)).toHaveLength(3);
    const keys = phrases.map(([ja = ""]) => foldSheetText(ja));
    expect(keys).toHaveLength(new Set(keys).size);
  });

  it("name the 31 rows of the checklist", () => {
    expect(new Set(checklistRows.map(({ id }) => id)).size).toBe(31);
  });
});
