import { act, fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext, useNotify } from "ra-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useState } from "react";
import { Dialog } from "../../../src/ui/Dialog";
import { Toasts } from "../../../src/layout/Toasts";
import { InEnglish } from "../providers/inEnglish";
import { installDialogs } from "../ui/nativeDialog";

beforeEach(() => {
  installDialogs();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A button that opens and closes a dialog. */
function DialogSwitch() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        onClick={() => {
          setIsOpen(!isOpen);
        }}
      >
        Switch
      </button>
      {isOpen && <Dialog title="Form">Text</Dialog>}
    </>
  );
}

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
        <DialogSwitch />
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

it("ends a hold when the dialog around the message closes", () => {
  const { tell, pass } = showToasts();
  fireEvent.click(screen.getByText("Switch"));
  tell("Bid changed", "success");
  fireEvent.pointerEnter(screen.getByText("Bid changed"));
  pass(60_000);
  expect(screen.getByText("Bid changed")).toBeVisible();
  fireEvent.click(screen.getByText("Switch"));
  pass(20_000);
  expect(screen.queryByText("Bid changed")).toBeNull();
});

it("ends a hold when the focus leaves its button without an event", () => {
  const { tell, pass } = showToasts();
  tell("Bid changed", "success");
  const close = screen.getByRole("button", { name: "Close" });
  act(() => {
    close.focus();
  });
  pass(20_000);
  expect(shown()).toHaveTextContent("Bid changed");
  // A browser moves the focus of a disabled button to the page, without `blur`.
  const focus = vi.spyOn(document, "activeElement", "get");
  focus.mockReturnValue(document.body);
  pass(1_000);
  pass(20_000);
  expect(shown()).toBeEmptyDOMElement();
  focus.mockRestore();
});
