import { act, render, screen, cleanup } from "@testing-library/react";
import { afterEach, expect, it, vi, beforeEach } from "vitest";
import { ConnectionBanner, LanguageBanner } from "../../../src/layout/Banners";
import { liveOutageStore } from "../../../src/providers/events";
import { InEnglish } from "../providers/inEnglish";
import { languages } from "../../../domain/limits";
import { refreshSession, sessionStore } from "../../../src/providers/session";
import { profileReply } from "../identity/profiles";
import { fakeServer } from "../providers/fakeServer";

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

beforeEach(() => {
  localStorage.clear();
  sessionStore.set({ status: "anonymous" });
});

afterEach(() => {
  cleanup();
  sessionStore.set({ status: "anonymous" });
});

it("offers a reload when the language of the account has changed elsewhere", async () => {
  let language: 692 | 693 = languages.en;
  fakeServer(() => ({ body: profileReply({ language }) }));
  await refreshSession();
  render(<LanguageBanner />, { wrapper: InEnglish });
  expect(screen.queryByRole("button")).toBeNull();
  language = languages.ru;
  localStorage.setItem("seriba.language", "ru");
  await refreshSession();
  expect(
    await screen.findByRole("button", { name: "Reload in the new language" }),
  ).toBeEnabled();
});
