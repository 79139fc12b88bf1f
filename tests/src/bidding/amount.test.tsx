import { screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { formatNumber } from "../../../domain/money";
import { installDialogs } from "../ui/nativeDialog";
import { amountField, openPanel, pressPlace, yenText } from "./panel";

beforeAll(installDialogs);

describe("The amount of a bid", () => {
  it("takes digits only and sets thousands apart as one types", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1a360,000");
    expect(amountField()).toHaveValue(formatNumber(1_360_000));
  });

  it("keeps the caret where one types", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1360000");
    await user.type(amountField(), "9", {
      initialSelectionStart: 1,
      initialSelectionEnd: 1,
    });
    await user.keyboard("8");
    expect(amountField()).toHaveValue(formatNumber(198_360_000));
  });

  it("turns 0 into an empty field", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "0");
    expect(amountField()).toHaveValue("");
  });

  it("is checked when the field is left, not while one types", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1000");
    expect(amountField()).not.toHaveAttribute("aria-invalid");
    await user.tab();
    expect(amountField()).toHaveAttribute("aria-invalid", "true");
  });

  it("is at least the start price, which the message names", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1175000");
    await user.tab();
    expect(
      screen.getByText(/not be lower than the start price/),
    ).toHaveTextContent(yenText(1_180_000));
  });

  it("is a multiple of 5000", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1182500");
    await user.tab();
    expect(screen.getByText(/must be a multiple of/)).toHaveTextContent(
      "5 000",
    );
  });

  it("is required, and takes the focus when it is missing", async () => {
    const { user } = openPanel();
    await pressPlace(user);
    expect(amountField()).toHaveFocus();
    expect(amountField()).toHaveAccessibleDescription("Required field");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("goes by 5000 from the start price on", async () => {
    const { user } = openPanel();
    await user.click(amountField());
    await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}{ArrowDown}");
    expect(amountField()).toHaveValue(formatNumber(1_185_000));
  });
});
