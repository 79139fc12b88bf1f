import { describe, expect, it } from "vitest";
import { countryName } from "../../domain/countryName";

describe("the name of a country", () => {
  it("is written in the language of the reader", () => {
    expect(countryName("RU", "en")).toBe("Russia");
    expect(countryName("RU", "ru")).toBe("Россия");
  });

  it("is the given text if that is no code", () => {
    for (const text of ["", "Russia", "ru", "R1", "XZ"])
      expect(countryName(text, "en")).toBe(text);
  });
});
