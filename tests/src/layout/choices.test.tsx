import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { changeLanguage } from "../../../src/providers/i18n/language";
import { refreshSession, sessionStore } from "../../../src/providers/session";
import { ThemeToggle } from "../../../src/layout/ThemeToggle";
import { chooseTheme } from "../../../src/theme/theme";
import { profileReply } from "../identity/profiles";
import { fakeServer, refusal } from "../providers/fakeServer";
import { InEnglish } from "../providers/inEnglish";

beforeEach(() => {
  localStorage.clear();
  sessionStore.set({ status: "anonymous" });
});

describe("the theme", () => {
  it("is switched on the page and stored", async () => {
    chooseTheme("light");
    render(<ThemeToggle />, { wrapper: InEnglish });
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: /dark theme/ }));
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(localStorage.getItem("seriba.theme")).toBe("dark");
    await user.click(screen.getByRole("button", { name: /light theme/ }));
    expect(localStorage.getItem("seriba.theme")).toBe("light");
  });
});

describe("the language", () => {
  it("of a visitor is stored in the browser and reloads the page", async () => {
    const calls = fakeServer(() => ({}));
    const reload = vi.fn();
    await changeLanguage("ru", reload);
    expect(localStorage.getItem("seriba.language")).toBe("ru");
    expect(reload).toHaveBeenCalledOnce();
    expect(calls).toEqual([]);
  });

  it("of a user is saved on the server first", async () => {
    const saved: unknown[] = [];
    fakeServer(({ path, body }) => {
      if (path.endsWith("view-profile")) return { body: profileReply() };
      expect(localStorage.getItem("seriba.language")).toBeNull();
      saved.push(body);
      return {};
    });
    await refreshSession();
    const reload = vi.fn();
    await changeLanguage("ru", reload);
    expect(saved).toEqual([{ language: 693 }]);
    await waitFor(() => {
      expect(reload).toHaveBeenCalledOnce();
    });
  });

  it("does not change when the server refuses", async () => {
    fakeServer(({ path }) =>
      path.endsWith("view-profile")
        ? { body: profileReply() }
        : refusal(503, "unavailable"),
    );
    await refreshSession();
    const reload = vi.fn();
    await expect(changeLanguage("ru", reload)).rejects.toMatchObject({
      status: 503,
    });
    expect(localStorage.getItem("seriba.language")).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });
});
