import { screen } from "@testing-library/react";
import { useTranslate } from "ra-core";
import { expect, it } from "vitest";
import { TextSection } from "../../../src/providers/i18n/TextSection";
import { preferTexts, useT } from "../../../src/providers/i18n/useT";
import { translateIn } from "../../../src/providers/i18n/messages";
import { renderInApp } from "../bidding/inApp";

function Texts() {
  const t = useT();
  const translate = useTranslate();
  return (
    <ul>
      <li>{t("bid.cancel.text", { amount: "¥5" })}</li>
      <li>{t("bid.cancel.close")}</li>
      <li>{translate("list.found.bid", { smart_count: 2, _: "rows" })}</li>
      <li>{translate("list.found.none", { smart_count: 2, _: "rows" })}</li>
    </ul>
  );
}

const textsIn = (section: string | undefined) => {
  const { unmount } = renderInApp(
    <TextSection section={section}>
      <Texts />
    </TextSection>,
  );
  const texts = screen
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
  unmount();
  return texts;
};

it("a section gives its own texts, and the usual texts for missing keys", () => {
  expect(textsIn("orders")).toEqual([
    ...["Your order for ¥5 is withdrawn.", "Close", "orders", "rows"],
  ]);
  expect(textsIn(undefined)).toEqual([
    ...["Your bid of ¥5 is withdrawn.", "Close", "bids", "rows"],
  ]);
});

it("a section works inside of itself and before the login", () => {
  const messages = { a: "bid", b: "Close", orders: { a: "order %{n}" } };
  const translate = preferTexts(
    "orders",
    preferTexts("orders", (key: string, values?: Record<string, string>) =>
      translateIn(messages, key, values),
    ),
  );
  expect(translate("a", { n: "5" })).toBe("order 5");
  expect(translate("b")).toBe("Close");
  expect(translate("c")).toBe("c");
});
