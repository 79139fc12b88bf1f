import { describe, expect, it } from "vitest";
import { createMessages } from "../../../server/platform/messages";

const messages = createMessages({
  en: {
    bids: "%{smart_count} bid |||| %{smart_count} bids",
    long: "Must contain more than %{length} characters",
    only: "Only English",
  },
  ru: {
    bids: "%{smart_count} ставка |||| %{smart_count} ставки |||| %{smart_count} ставок",
    long: "Должно быть больше %{length} символов",
  },
});

describe("texts", () => {
  it("are filled in", () => {
    expect(messages.translate("en", "long", { length: 5 })).toBe(
      "Must contain more than 5 characters",
    );
  });

  it.each([
    [1, "1 ставка"],
    [2, "2 ставки"],
    [4, "4 ставки"],
    [5, "5 ставок"],
    [11, "11 ставок"],
    [12, "12 ставок"],
    [21, "21 ставка"],
    [22, "22 ставки"],
    [111, "111 ставок"],
  ])("have three forms in Russian: %i", (smart_count, text) => {
    expect(messages.translate("ru", "bids", { smart_count })).toBe(text);
  });

  it.each([
    [0, "0 bids"],
    [1, "1 bid"],
    [2, "2 bids"],
  ])("have two forms in English: %i", (smart_count, text) => {
    expect(messages.translate("en", "bids", { smart_count })).toBe(text);
  });

  it("fall back to English, and to the key", () => {
    expect(messages.translate("ru", "only")).toBe("Only English");
    expect(messages.translate("ru", "none.of.it")).toBe("none.of.it");
  });
});
