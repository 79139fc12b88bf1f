import { beforeEach, describe, expect, it, vi } from "vitest";
import { sessionExpired, sessionRestored } from "../../../src/providers/events";
import { request, requestEarly } from "../../../src/providers/http";
import {
  adoptSession,
  refreshSession,
  sessionStore,
  signOut,
} from "../../../src/providers/session";
import { profileReply } from "../identity/profiles";
import { fakeServer } from "./fakeServer";

const serveProfile = (userId = "7") =>
  fakeServer(({ path }) =>
    path.endsWith("view-profile") ? { body: profileReply({ userId }) } : {},
  );

beforeEach(() => {
  localStorage.clear();
  sessionStore.set({ status: "unknown" });
});

describe("signing out", () => {
  it("discards a profile that arrives afterwards", async () => {
    serveProfile();
    await refreshSession();
    let answer: (reply: { body: unknown }) => void = () => undefined;
    const profile = new Promise<{ body: unknown }>((resolve) => {
      answer = resolve;
    });
    fakeServer(({ path }) => (path.endsWith("view-profile") ? profile : {}));
    const late = refreshSession();
    await signOut();
    answer({ body: profileReply() });
    await expect(late).rejects.toMatchObject({ status: 401 });
    expect(sessionStore.get().status).toBe("anonymous");
  });

  it("drops prefetched replies, so that the next user sees none of them", async () => {
    serveProfile();
    await refreshSession();
    requestEarly("/bid/my-bid");
    await signOut();
    const calls = serveProfile("8");
    await request("/bid/my-bid");
    expect(calls).toEqual(["GET /api/bid/my-bid"]);
  });
});

describe("a sign-in in another tab", () => {
  it("renews an expired session without asking for the password", async () => {
    serveProfile();
    await refreshSession();
    sessionExpired.emit();
    expect(sessionStore.get()).toMatchObject({ isExpired: true });
    const restored = vi.fn();
    sessionRestored.subscribe(restored);
    await adoptSession();
    expect(sessionStore.get()).toMatchObject({ isExpired: false });
    expect(restored).toHaveBeenCalledOnce();
  });

  it("reloads the page when it was another user", async () => {
    serveProfile("7");
    await refreshSession();
    sessionExpired.emit();
    serveProfile("8");
    const reload = vi.fn();
    await adoptSession(reload);
    expect(reload).toHaveBeenCalledOnce();
    expect(sessionStore.get()).toMatchObject({
      isExpired: true,
      viewer: { userId: "7" },
    });
  });

  it("leaves the session expired when the profile cannot be loaded", async () => {
    serveProfile();
    await refreshSession();
    sessionExpired.emit();
    fakeServer(() => {
      throw new TypeError("Failed to fetch");
    });
    await expect(adoptSession()).rejects.toMatchObject({ code: "network" });
    expect(sessionStore.get()).toMatchObject({ isExpired: true });
  });
});
