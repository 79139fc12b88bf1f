import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from "vitest";
import { fakeServer } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

beforeAll(() => import("../../../src/workspace/controls/SelectPopup"));

beforeEach(() => {
  screenIs("desk");
  fakeServer(({ path }) => ({
    body: path.endsWith("/filters")
      ? { ...facets(3398), gearbox: [{ value: "1", label: "AT", counter: 9 }] }
      : lots(1, 3398),
  }));
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the extra filters of the panel", () => {
  it("stay open when their last value from the URL is cleared", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction", search: "?gearbox=1" });
    await user.click(await screen.findByRole("button", { name: /^Gearbox/ }));
    const option = await screen.findByRole("menuitemcheckbox", {
      name: /AT/,
      checked: true,
    });
    await user.click(option);
    expect(option).toBeInTheDocument();
    expect(option).not.toBeChecked();
  });
});

describe("a number input", () => {
  it("keeps the caret behind the same digit when thousands are regrouped", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction", search: "?mileage=12500," });
    const input =
      await screen.findByLabelText<HTMLInputElement>("Mileage, from");
    expect(input).toHaveValue("12\u202f500");
    await user.type(input, "9", {
      initialSelectionStart: 1,
      initialSelectionEnd: 1,
    });
    expect(input).toHaveValue("192\u202f500");
    expect(input.selectionStart).toBe(2);
  });
});

describe("the day chips", () => {
  it("move to the next day at midnight in Japan", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    vi.setSystemTime("2026-11-20T23:59:30+09:00");
    renderList({ name: "car-auction" });
    const friday = await screen.findByRole("button", { name: /Fri 20/ });
    const className = friday.className;
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    expect(friday.className).not.toBe(className);
  });
});
