import { renderHook } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import en from "../../../locales/en.json";
import { createI18nProvider } from "../../../src/providers/i18n/i18nProvider";
import { useFieldLabel } from "../../../src/workspace/useLabels";

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
