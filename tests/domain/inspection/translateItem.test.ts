import { describe, expect, it } from "vitest";
import { translateItem } from "../../../domain/inspection/translateItem";

const ofLocale: Readonly<Record<string, string>> = {
  "Rust Lv1": "Ржавчина, степень 1",
  Clutch: "Сцепление",
};
const known = (phrase: string) => ofLocale[phrase] ?? null;

const written = (text: string, language: "en" | "ru" = "ru") =>
  translateItem(text, { language, known })
    .map((segment) => (segment.isUnknown ? `[${segment.text}]` : segment.text))
    .join("");

describe("an item of a bike's inspection", () => {
  it.each([
    ["Clutch: Rust Lv1", "Сцепление: Ржавчина, степень 1"],
    ["Tank: small dent, both sides", "Бак: небольшая вмятина, с обеих сторон"],
    ["Oil leak", "Течь масла"],
    ["Brembo fork, ABS 2", "[Brembo] вилка, ABS 2"],
    ["キズ 謎機能", "царапина, [謎機能]"],
    ["", ""],
  ])("is Russian as far as its words are known: %s", (text, russian) => {
    expect(written(text)).toBe(russian);
  });

  it("stays English for English readers, and Japanese words are translated", () => {
    expect(written("Brembo fork: キズ", "en")).toBe("Brembo fork: scratch");
  });

  it("takes time that grows with the length of the text only", () => {
    const long = "small ".repeat(2_000);
    expect(translateItem(long, { language: "ru", known })).toHaveLength(4_000);
  });
});
