import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ConnectionBanner } from "../../../src/layout/Banners";
import { liveOutageStore } from "../../../src/providers/events";
import { InEnglish } from "../providers/inEnglish";

afterEach(() => {
  liveOutageStore.set(false);
});

it("says whether the browser is offline or only the live updates are missing", () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  render(<ConnectionBanner />, { wrapper: InEnglish });
  const banner = screen.getByRole("status");
  expect(banner).toBeEmptyDOMElement();
  act(() => {
    liveOutageStore.set(true);
  });
  expect(banner).toHaveTextContent("Live updates are not arriving");
  onLine.mockReturnValue(false);
  act(() => {
    dispatchEvent(new Event("offline"));
  });
  expect(banner).toHaveTextContent("You are offline.");
  expect(banner).not.toHaveTextContent("Live updates are not arriving");
  onLine.mockReturnValue(true);
  act(() => {
    liveOutageStore.set(false);
    dispatchEvent(new Event("online"));
  });
  expect(banner).toBeEmptyDOMElement();
});
