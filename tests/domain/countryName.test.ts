import { describe, expect, it } from "vitest";
import { countryName } from "../../domain/countryName";

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
