import { screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { formatNumber } from "../../../domain/money";
import { installDialogs } from "../ui/nativeDialog";
import { amountField, openPanel, pressPlace, yenText } from "./panel";

beforeAll(installDialogs);

describe("the amount of a bid", () => {
  it("takes digits only and separates thousands while the user types", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1a360,000");
    expect(amountField()).toHaveValue(formatNumber(1_360_000));
  });

  it("keeps the caret behind the typed digit", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1360000");
    await user.type(amountField(), "9", {
      initialSelectionStart: 1,
      initialSelectionEnd: 1,
    });
    await user.keyboard("8");
    expect(amountField()).toHaveValue(formatNumber(198_360_000));
  });

  it("treats 0 as empty", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "0");
    expect(amountField()).toHaveValue("");
  });

  it("is validated when the field loses focus, not while typing", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1000");
    expect(amountField()).not.toHaveAttribute("aria-invalid");
    await user.tab();
    expect(amountField()).toHaveAttribute("aria-invalid", "true");
  });

  it("must not be below the start price, which the error names", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1175000");
    await user.tab();
    expect(
      screen.getByText(/not be lower than the start price/),
    ).toHaveTextContent(yenText(1_180_000));
  });

  it("must be a multiple of 5,000", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1182500");
    await user.tab();
    expect(screen.getByText(/must be a multiple of/)).toHaveTextContent(
      "5 000",
    );
  });

  it("is required and gets the focus when it is missing", async () => {
    const { user } = openPanel();
    await pressPlace(user);
    expect(amountField()).toHaveFocus();
    expect(amountField()).toHaveAccessibleDescription("Required field");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("changes by 5,000 with the arrow keys, starting at the start price", async () => {
    const { user } = openPanel();
    await user.click(amountField());
    await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}{ArrowDown}");
    expect(amountField()).toHaveValue(formatNumber(1_185_000));
  });
});
