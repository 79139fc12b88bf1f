import { renderHook } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import en from "../../../locales/en.json";
import ru from "../../../locales/ru.json";
import { createI18nProvider } from "../../../src/providers/i18n/i18nProvider";
import { fieldLabel, useFieldLabel } from "../../../src/workspace/useLabels";

const schema = { $id: "bid", properties: {} };

it("calls the price of an order its price, and that of a bid its start price", () => {
  const i18n = createI18nProvider("en", en);
  const { result } = renderHook(() => useFieldLabel(schema), {
    wrapper: ({ children }) => (
      <CoreAdminContext i18nProvider={i18n}>{children}</CoreAdminContext>
    ),
  });
  expect(result.current("startPrice")).toBe("Start price");
  expect(result.current("startPrice", "orders")).toBe("Price");
  expect(result.current("bidAmount", "orders")).toBe("Amount");
});

const price = {
  row: "lot",
  name: "landedPrice",
  field: {
    "x-labelChoice": { choice: "destination", vocabulary: "place" },
  },
};

it.each([
  ["en", en, "Vladivostok", "Price at Vladivostok"],
  ["ru", ru, "Vladivostok", "Цена, порт: Владивосток"],
  ["en", en, "Port Said", "Price at Port Said"],
  ["en", en, null, "Price at my port"],
  ["ru", ru, undefined, "Цена в моём порту"],
] as const)(
  "names the chosen port in %s where the reader has chosen one",
  (language, texts, destination, label) => {
    const { translate } = createI18nProvider(language, texts);
    const choiceOf = (choice: string) =>
      choice === "destination" ? destination : undefined;
    expect(fieldLabel({ translate, choiceOf }, price)).toBe(label);
  },
);
