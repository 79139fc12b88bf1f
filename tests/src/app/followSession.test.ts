import { beforeEach, describe, expect, it } from "vitest";
import { languages } from "../../../domain/limits";
import { followSession } from "../../../src/app/followSession";
import { readBootData } from "../../../src/providers/boot";
import { sessionExpired, sessionRestored } from "../../../src/providers/events";
import {
  refreshSession,
  sessionStore,
  signOut,
  startSession,
} from "../../../src/providers/session";
import { profileReply } from "../identity/profiles";
import { fakeServer } from "../providers/fakeServer";
import { eventually } from "../../support/eventually";

const here = () => location.pathname + location.search;

let reloads = 0;
followSession(() => {
  reloads += 1;
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sessionStore.set({ status: "unknown" });
  fakeServer(({ path }) =>
    path.endsWith("view-profile") ? { body: profileReply() } : {},
  );
});

describe("the address", () => {
  it("of a visitor is the login, then the requested page", async () => {
    history.replaceState(null, "", "/car-auction?maker=1");
    sessionStore.set({ status: "anonymous" });
    expect(here()).toBe("/auth/login?redirect=%2Fcar-auction%3Fmaker%3D1");
    await refreshSession();
    expect(here()).toBe("/car-auction?maker=1");
  });

  it("after logging out is the bare login", async () => {
    history.replaceState(null, "", "/bids?page=2");
    await refreshSession();
    await signOut();
    expect(here()).toBe("/auth/login");
  });

  it("stays when the sign-out does not reach the server", async () => {
    history.replaceState(null, "", "/bids");
    await refreshSession();
    fakeServer(() => {
      throw new TypeError("Failed to fetch");
    });
    await expect(signOut()).rejects.toMatchObject({ code: "network" });
    expect(sessionStore.get().status).toBe("authenticated");
    expect(here()).toBe("/bids");
  });

  it("keeps no boot data for the next user", async () => {
    const boot = document.createElement("script");
    boot.id = "boot";
    boot.type = "application/json";
    boot.textContent = JSON.stringify({ session: profileReply() });
    document.body.append(boot);
    await startSession();
    await signOut();
    expect(readBootData()).toEqual({});
  });

  it("stays, with a valid session again, after logging in in another tab", async () => {
    history.replaceState(null, "", "/bids");
    await refreshSession();
    sessionExpired.emit();
    const renewed = new Promise<void>((resolve) => {
      const stop = sessionRestored.subscribe(() => {
        stop();
        resolve();
      });
    });
    const otherTab = new BroadcastChannel("seriba.session");
    otherTab.postMessage("signedIn");
    await renewed;
    otherTab.close();
    expect(sessionStore.get()).toMatchObject({ isExpired: false });
    expect(here()).toBe("/bids");
  });

  it("of the previous user is left when another one signs in in another tab", async () => {
    history.replaceState(null, "", "/bids?page=2");
    await refreshSession();
    fakeServer(() => ({ body: profileReply({ userId: "8" }) }));
    const otherTab = new BroadcastChannel("seriba.session");
    otherTab.postMessage({ userId: "8" });
    await eventually(() => {
      expect(sessionStore.get()).toMatchObject({ viewer: { userId: "8" } });
    });
    otherTab.close();
    expect(here()).toBe("/car-auction");
  });

  it("stays until the session of another tab can be loaded", async () => {
    history.replaceState(null, "", "/bids");
    await refreshSession();
    sessionExpired.emit();
    const failed = fakeServer(() => ({ status: 503 }));
    const otherTab = new BroadcastChannel("seriba.session");
    otherTab.postMessage({ userId: "7" });
    await eventually(() => {
      expect(failed).toEqual(["GET /api/user/view-profile"]);
    });
    otherTab.close();
    fakeServer(() => ({ body: profileReply() }));
    await eventually(() => {
      dispatchEvent(new Event("online"));
      expect(sessionStore.get()).toMatchObject({ isExpired: false });
    });
    expect(here()).toBe("/bids");
  });

  it("after logging out in another tab is the login too", async () => {
    history.replaceState(null, "", "/bids");
    await refreshSession();
    const otherTab = new BroadcastChannel("seriba.session");
    const left = new Promise<void>((resolve) => {
      const stop = sessionStore.subscribe(() => {
        stop();
        resolve();
      });
    });
    otherTab.postMessage("signedOut");
    await left;
    otherTab.close();
    expect(sessionStore.get().status).toBe("anonymous");
    expect(here()).toBe("/auth/login");
  });
});

describe("a user whose language is not the one of the page", () => {
  const serve = (language: 692 | 693) =>
    fakeServer(() => ({ body: profileReply({ language }) }));

  it("gets the page again when the session begins, but not while the page is in use", async () => {
    sessionStore.set({ status: "anonymous" });
    reloads = 0;
    serve(languages.en);
    await refreshSession();
    serve(languages.ru);
    await refreshSession();
    expect(reloads).toBe(0);
    expect(localStorage.getItem("seriba.language")).toBe("ru");
    await signOut();
    await refreshSession();
    expect(reloads).toBe(1);
  });
});

describe("the storage of the browser", () => {
  const keys = () =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort();

  it("keeps nothing of a user after the sign-out that another one could get", async () => {
    await refreshSession();
    localStorage.setItem("seriba.theme", "dark");
    localStorage.setItem("seriba.openedFrom", "rows");
    localStorage.setItem("seriba.workshop.7.freight", "draft");
    localStorage.setItem("RaStoreSeriba/7/.car-auction.visited", "[]");
    localStorage.setItem("seriba.addedLater", "something");
    sessionStorage.setItem("seriba.view.7.car-auction", "3");
    await signOut();
    expect(keys()).toEqual([
      "RaStoreSeriba/7/.car-auction.visited",
      "seriba.theme",
      "seriba.workshop.7.freight",
    ]);
  });

  it("keeps nothing of a user whose session has ended by itself when another one signs in", async () => {
    await refreshSession();
    localStorage.setItem("seriba.openedFrom", "rows");
    sessionStore.set({ status: "unknown" });
    await refreshSession();
    expect(keys()).toContain("seriba.openedFrom");
    fakeServer(() => ({ body: profileReply({ userId: "8" }) }));
    await refreshSession();
    expect(keys()).not.toContain("seriba.openedFrom");
  });
});
