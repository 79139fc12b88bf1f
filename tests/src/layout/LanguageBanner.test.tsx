import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { languages } from "../../../domain/limits";
import { LanguageBanner } from "../../../src/layout/Banners";
import { refreshSession, sessionStore } from "../../../src/providers/session";
import { profileReply } from "../identity/profiles";
import { fakeServer } from "../providers/fakeServer";
import { InEnglish } from "../providers/inEnglish";

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
