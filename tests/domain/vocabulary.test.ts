import { describe, expect, it } from "vitest";
import { vocabularyKey } from "../../domain/vocabulary";
import en from "../../locales/en.json";
import ru from "../../locales/ru.json";
import { countryName } from "../../domain/countryName";

describe("a word of a vocabulary", () => {
  it("has the same text in capitals, and with dots, hyphens or more spaces", () => {
    for (const word of ["P WHITE", "P.WHITE", "p-white", " P  White "])
      expect(vocabularyKey("color", word)).toBe("vocabularies.color.p white");
  });

  it("is found in the locales by the key that its text makes", () => {
    for (const { vocabularies } of [en, ru])
      for (const [name, words] of Object.entries(vocabularies))
        for (const word of Object.keys(words))
          expect(vocabularyKey(name, word)).toBe(
            `vocabularies.${name}.${word}`,
          );
  });
});

describe("the name of a country", () => {
  it("is written in the language of the reader", () => {
    expect(countryName("RU", "en")).toBe("Russia");
    expect(countryName("RU", "ru")).toBe("Россия");
  });

  it("is translated from its English name", () => {
    expect(countryName("Kenya", "ru")).toBe("Кения");
    expect(countryName("united arab emirates", "ru")).toBe("ОАЭ");
    expect(countryName("Kenya", "en")).toBe("Kenya");
  });

  it("is the given text if that is no country", () => {
    for (const text of ["", "Atlantis", "ru", "R1", "XZ"])
      expect(countryName(text, "en")).toBe(text);
  });
});
