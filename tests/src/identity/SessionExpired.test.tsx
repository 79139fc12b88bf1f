import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SessionExpired } from "../../../src/identity/SessionExpired";
import { request } from "../../../src/providers/http";
import { reloading } from "../../../src/providers/reloadPage";
import { refreshSession, sessionStore } from "../../../src/providers/session";
import { sessionRestored } from "../../../src/providers/events";
import { fakeServer, refusal } from "../providers/fakeServer";
import { InEnglish } from "../providers/inEnglish";
import { installDialogs } from "../ui/nativeDialog";
import { profileReply } from "./profiles";

/** A page with a half-written note, whose session has just run out. */
async function expire() {
  let isSignedIn = true;
  const calls = fakeServer(({ path, body }) => {
    if (path === "/api/auth") {
      const { password } = body as { password: string };
      isSignedIn = password === "seriba-demo";
      if (!isSignedIn)
        return refusal(401, "invalid_credentials", { message: "No" });
    }
    if (path === "/api/auth/logout" || isSignedIn)
      return path.endsWith("view-profile") ? { body: profileReply() } : {};
    return refusal(401, "unauthorized");
  });
  await refreshSession();
  render(
    <>
      <input aria-label="Note" />
      <SessionExpired />
    </>,
    { wrapper: InEnglish },
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Note"), "Ask about the tyres");
  isSignedIn = false;
  await expect(request("/anything")).rejects.toMatchObject({ status: 401 });
  return { user, calls };
}

beforeEach(() => {
  localStorage.clear();
  installDialogs();
});

describe("a session that has expired", () => {
  it("shows a dialog over the unchanged page", async () => {
    await expire();
    expect(await screen.findByRole("dialog")).toHaveTextContent(
      "Your session has expired. Please login to your account to proceed",
    );
    expect(screen.getByLabelText("Note")).toHaveValue("Ask about the tyres");
    expect(screen.getByRole("button", { name: "Reload" })).toBeEnabled();
  });

  it("is renewed by the password, and failed calls can be repeated", async () => {
    const restored = vi.fn();
    sessionRestored.subscribe(restored);
    const { user } = await expire();
    await user.type(await screen.findByLabelText("Password"), "seriba-demo");
    await user.click(screen.getByRole("button", { name: "Log in again" }));
    await waitFor(() => {
      expect(screen.queryByRole("dialog")).toBeNull();
    });
    expect(restored).toHaveBeenCalledOnce();
    expect(screen.getByLabelText("Note")).toHaveValue("Ask about the tyres");
    await expect(request("/anything")).resolves.toBeTruthy();
  });

  it("stores what was typed before the page is loaded again", async () => {
    await expire();
    const button = await screen.findByRole("button", { name: "Reload" });
    const stored = vi.fn();
    const stop = reloading.subscribe(stored);
    // The page counts as reloading until a timer runs.
    vi.useFakeTimers();
    fireEvent.click(button);
    vi.runAllTimers();
    vi.useRealTimers();
    stop();
    expect(stored).toHaveBeenCalledOnce();
  });

  it("stays expired after a wrong password", async () => {
    const { user } = await expire();
    await user.type(
      await screen.findByLabelText("Password"),
      "something{Enter}",
    );
    expect(await screen.findByText("No")).toBeInTheDocument();
    expect(screen.getByRole("dialog")).toBeInTheDocument();
  });

  it("stays on screen at Escape, and is ended by logging out", async () => {
    const { user, calls } = await expire();
    const logOut = await screen.findByRole("button", { name: "Log out" });
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toBeInTheDocument();
    await user.click(logOut);
    await waitFor(() => {
      expect(sessionStore.get().status).toBe("anonymous");
    });
    expect(calls).toContain("POST /api/auth/logout");
  });
});
