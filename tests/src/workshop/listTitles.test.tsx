import { render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ListTitles } from "../../../src/workshop/form/ListTitles";
import { InEnglish } from "../providers/inEnglish";

it("shows the short name in the menu beside the title of a list, and the title if there is no short name", () => {
  const labels = {
    en: { title: "Bid manager", menu: "Bids" },
    ru: { title: "Ставки клиентов" },
  };
  render(
    <InEnglish>
      <ListTitles
        context={{ labels, onLabel: vi.fn(), defaultLabel: () => "" }}
      />
    </InEnglish>,
  );
  const menu = within(
    screen.getByRole("group", { name: "Short name in the menu" }),
  );
  expect(menu.getByLabelText("English")).toHaveValue("Bids");
  expect(menu.getByLabelText("Russian")).toHaveAttribute(
    "placeholder",
    "Ставки клиентов",
  );
});
