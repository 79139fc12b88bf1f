import { beforeEach, describe, expect, it, vi } from "vitest";
import { sessionExpired, sessionRestored } from "../../../src/providers/events";
import { request, requestEarly } from "../../../src/providers/http";
import {
  adoptSession,
  refreshSession,
  sessionStore,
  signOut,
  startSession,
} from "../../../src/providers/session";
import { profileReply } from "../identity/profiles";
import { fakeServer } from "./fakeServer";

const serveProfile = (userId = "7") =>
  fakeServer(({ path }) =>
    path.endsWith("view-profile") ? { body: profileReply({ userId }) } : {},
  );

beforeEach(() => {
  vi.restoreAllMocks();
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

describe("a page without a session of a browser that was signed in", () => {
  it.each([
    [200, "authenticated", ["GET /api/user/view-profile"]],
    [401, "anonymous", []],
  ])(
    "goes on from the refresh that the page has started: %s",
    async (status, outcome, expected) => {
      localStorage.setItem("seriba.signedIn", "1");
      vi.spyOn(performance, "now").mockReturnValue(100);
      const refreshed = Response.json({ success: status === 200 }, { status });
      vi.stubGlobal(
        "earlyResponses",
        new Map([["/api/auth/update", Promise.resolve(refreshed)]]),
      );
      const calls = serveProfile();
      await startSession();
      expect(sessionStore.get().status).toBe(outcome);
      expect(calls).toEqual(expected);
    },
  );
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

  it.each(["7", undefined])(
    "ends the session of user 7 before it loads the one of user 8, told of user %s",
    async (told) => {
      serveProfile("7");
      await refreshSession();
      serveProfile("8");
      const shown: unknown[] = [];
      const stop = sessionStore.subscribe(() => {
        const session = sessionStore.get();
        shown.push(
          "viewer" in session ? session.viewer.userId : session.status,
        );
      });
      await adoptSession(told);
      stop();
      expect(shown).toEqual(["anonymous", "8"]);
      expect(localStorage.getItem("seriba.signedIn")).toBe("1");
    },
  );

  it("leaves the page of the previous user also when the profile cannot be loaded", async () => {
    serveProfile("7");
    await refreshSession();
    fakeServer(() => {
      throw new TypeError("Failed to fetch");
    });
    await adoptSession("8");
    expect(sessionStore.get()).toMatchObject({
      status: "unknown",
      error: { code: "network" },
    });
    serveProfile("8");
    await startSession();
    expect(sessionStore.get()).toMatchObject({ viewer: { userId: "8" } });
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
