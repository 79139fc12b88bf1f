import { act, render, screen } from "@testing-library/react";
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

it("hides an error after its time although newer messages arrive", () => {
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
  tell("Not saved", "error");
  pass(5_000);
  tell("Saved", "success");
  expect(screen.getByRole("status")).toHaveTextContent("Not saved");
  pass(3_000);
  expect(screen.getByRole("status")).toHaveTextContent(/^Saved/);
});
