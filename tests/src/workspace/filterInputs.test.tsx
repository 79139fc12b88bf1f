import { act, fireEvent, screen, waitFor } from "@testing-library/react";
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

describe("the closed filters of the panel", () => {
  it("are counted, and stay open when their last value is cleared", async () => {
    const user = userEvent.setup();
    renderList({ name: "car-auction", search: "?gearbox=1" });
    await user.click(
      await screen.findByRole("button", { name: /^More filters ?1$/ }),
    );
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

describe("the delay of a filter", () => {
  const address = () => screen.getByTestId("address").textContent;

  it("is zero for a choice", async () => {
    renderList({ name: "car-auction" });
    fireEvent.click(await screen.findByRole("button", { name: "Maker" }));
    const honda = await screen.findByRole("menuitemradio", {
      name: /honda/i,
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.click(honda);
    expect(address()).toContain("maker=2");
  });

  it.each(["Quick search", "Mileage, from"])(
    "is 250 ms after the last key in “%s”",
    async (label) => {
      renderList({ name: "car-auction" });
      const input = await screen.findByLabelText(label);
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const type = (value: string, milliseconds: number) => {
        fireEvent.change(input, { target: { value } });
        act(() => {
          vi.advanceTimersByTime(milliseconds);
        });
      };
      type("4", 200);
      type("45", 249);
      expect(address()).toBe("/car-auction");
      act(() => {
        vi.advanceTimersByTime(1);
      });
      expect(address()).toContain("45");
    },
  );
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

describe("a range of days", () => {
  it("names the form of a day in which it is typed", async () => {
    const user = userEvent.setup();
    renderList({ name: "my-bids" });
    const [from] = await screen.findAllByPlaceholderText(/from/i);
    if (!from) throw new Error("The list has no filter of days");
    await user.type(from, "2026-1");
    await waitFor(() => {
      expect(from).toHaveAttribute("title", "Enter a day as YYYY-MM-DD");
    });
    await user.clear(from);
    await user.type(from, "2026-11-20");
    await waitFor(() => {
      expect(from).not.toHaveAttribute("title");
    });
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
