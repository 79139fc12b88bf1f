import { act, fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext, useNotify } from "ra-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Toasts } from "../../../src/layout/Toasts";
import { InEnglish } from "../providers/inEnglish";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function showToasts() {
  let notify: ReturnType<typeof useNotify> = () => undefined;
  const Notifier = () => {
    notify = useNotify();
    return null;
  };
  render(
    <CoreAdminContext>
      <InEnglish>
        <Notifier />
        <Toasts />
      </InEnglish>
    </CoreAdminContext>,
  );
  const tell = (text: string, type: "error" | "success") => {
    act(() => {
      notify(text, { type, autoHideDuration: 8_000 });
    });
  };
  const pass = (milliseconds: number) => {
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  };
  return { tell, pass };
}

const shown = () => screen.getByRole("status");

it("hides an error after its time although newer messages arrive", () => {
  const { tell, pass } = showToasts();
  tell("Not saved", "error");
  pass(5_000);
  tell("Saved", "success");
  expect(shown()).toHaveTextContent("Not saved");
  pass(3_000);
  expect(shown()).toHaveTextContent(/^Saved/);
});

it("keeps a message while somebody points at it or its button has the focus", () => {
  const { tell, pass } = showToasts();
  tell("Bid changed", "success");
  const text = screen.getByText("Bid changed");
  fireEvent.pointerEnter(text);
  pass(60_000);
  expect(shown()).toHaveTextContent("Bid changed");
  fireEvent.pointerLeave(text);
  act(() => {
    screen.getByRole("button", { name: "Close" }).focus();
  });
  pass(60_000);
  tell("Another change", "success");
  expect(shown()).toHaveTextContent("Bid changed");
  act(() => {
    screen.getByRole("button", { name: "Close" }).blur();
  });
  pass(20_000);
  expect(shown()).toBeEmptyDOMElement();
});
