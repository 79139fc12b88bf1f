import type { TranslationMessages } from "ra-core";
import polyglotI18nProvider from "ra-i18n-polyglot";
import { describe, expect, it } from "vitest";
import en from "../../../locales/en.json";
import ru from "../../../locales/ru.json";
import { fieldWriter } from "../../../src/workspace/fieldText";

const row = {
  $id: "car",
  properties: {
    color: { type: "string", "x-shown": "readable", "x-vocabulary": "color" },
    port: { type: "string", "x-vocabulary": "place" },
    country: { type: "string", "x-shown": "country" },
    price: { type: ["integer", "null"], "x-unit": "yen" },
    landed: {
      ...{ type: ["integer", "null"], "x-unit": "yen" },
      "x-computed": { base: ["price"], steps: [] },
    },
    landedThere: {
      ...{ type: ["integer", "null"], "x-unit": "yen" },
      "x-computed": { base: ["price"], steps: [] },
      "x-labelChoice": { choice: "destination", vocabulary: "place" },
    },
    status: {
      ...{ type: "integer", enum: [5, 6], "x-shown": "choice" },
      "x-choices": "bidStatus",
      "x-choicesFor": { kind: { order: "orderStatus" } },
    },
  },
};

const writerIn = (
  locale: "en" | "ru",
  $id = "car",
  destination?: string | null,
) => {
  const { translate } = polyglotI18nProvider(
    () => ({ en, ru })[locale] as unknown as TranslationMessages,
    locale,
  );
  return fieldWriter(
    { ...row, $id },
    { translate, locale, role: "client", choiceOf: () => destination },
  );
};

it("writes a choice in the words of its row", () => {
  const write = writerIn("en", "bid");
  expect(write("status", 6)).toBe("Win");
  expect(write("status", 6, { kind: "order" })).toBe("Confirmed");
  expect(write("status", 6, { kind: "other" })).toBe("Win");
});

it("says that an empty computed field is unknown", () => {
  expect(writerIn("en")("price", null)).toBe("--");
  expect(writerIn("en")("landed", null)).toBe("unknown");
  expect(writerIn("ru")("landed", null)).toBe("неизвестно");
});

it("says that an unknown value needs a choice that the reader has not made", () => {
  const text = (locale: "en" | "ru", destination?: string | null) =>
    writerIn(locale, "car", destination)("landedThere", null);
  expect(text("en", null)).toBe("no port chosen");
  expect(text("ru", null)).toBe("порт не выбран");
  expect(text("en", "Mombasa")).toBe("unknown");
  // A server without the choice cannot say that it is missing.
  expect(text("en", undefined)).toBe("unknown");
});

describe("a word of the data", () => {
  it("is written in the language of the reader", () => {
    const write = writerIn("ru");
    expect(write("color", "P.WHITE")).toBe("Белый жемчуг");
    expect(write("port", "Mombasa")).toBe("Момбаса");
    expect(write("country", "Kenya")).toBe("Кения");
    expect(writerIn("en")("color", "P.WHITE")).toBe("Pearl white");
  });

  it("stays as it is without a translation", () => {
    const write = writerIn("ru");
    expect(write("color", "MIDNIGHT 8V5")).toBe("Midnight 8V5");
    expect(write("port", "Port Said")).toBe("Port Said");
  });
});
