import { beforeEach, describe, expect, it, afterEach } from "vitest";
import { localStorageStore } from "ra-core";
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
import { followOwnTab } from "../../../src/app/preferences";
import {
  addressAfterLogin,
  addressFor,
  loginAddress,
} from "../../../src/app/address";

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

  it.each([403, 429])(
    "stays when the server answers the sign-out with %d",
    async (status) => {
      history.replaceState(null, "", "/bids");
      await refreshSession();
      fakeServer(() => ({ status, body: { success: false } }));
      await expect(signOut()).rejects.toMatchObject({ status });
      expect(sessionStore.get().status).toBe("authenticated");
      expect(here()).toBe("/bids");
    },
  );

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

afterEach(() => {
  localStorage.clear();
});

it("keeps page size, view and grid of another tab from a list that is open here", () => {
  const store = followOwnTab(localStorageStore("1", "Tab/"));
  store.setup();
  const heard: unknown[] = [];
  for (const key of ["cars.pageSize", "cars.visited"])
    store.subscribe(key, (value: unknown) => {
      heard.push([key, value]);
    });
  const otherTabStores = (key: string, newValue: string) => {
    localStorage.setItem(`RaStoreTab/.${key}`, newValue);
    const entry = `RaStoreTab/.${key}`;
    dispatchEvent(new StorageEvent("storage", { key: entry, newValue }));
  };
  otherTabStores("cars.pageSize", "70");
  otherTabStores("cars.visited", "[1]");
  expect(heard).toEqual([["cars.visited", [1]]]);
  expect(store.getItem("cars.pageSize")).toBe(70);
  store.setItem("cars.pageSize", 40);
  expect(heard.at(-1)).toEqual(["cars.pageSize", 40]);
  store.teardown();
});

const origin = "https://seriba.test";
const at = (address: string) => new URL(address, origin);

describe("the address before and after a login", () => {
  it("leads from a protected page to the login and back", () => {
    const requested = at("/car-auction?maker=1&page=2");
    const login = loginAddress(requested);
    expect(login).toBe(
      "/auth/login?redirect=%2Fcar-auction%3Fmaker%3D1%26page%3D2",
    );
    expect(addressAfterLogin(at(login))).toBe("/car-auction?maker=1&page=2");
  });

  it("leads to the car listing without a requested page", () => {
    expect(loginAddress(at("/"))).toBe("/auth/login");
    expect(addressAfterLogin(at("/auth/login"))).toBe("/car-auction");
  });

  it.each([
    "https://elsewhere.test/",
    "//elsewhere.test/path",
    "/\\elsewhere.test",
    "/\t/elsewhere.test",
    "/.//elsewhere.test",
    "/a/..//elsewhere.test",
    "javascript:alert(1)",
    "/auth/login",
    "car-auction",
  ])("never leads to another origin or back to a login: %s", (redirect) => {
    const login = at(`/auth/login?redirect=${encodeURIComponent(redirect)}`);
    expect(addressAfterLogin(login)).toBe("/car-auction");
  });

  it("keeps signed-in users out of the auth pages, and visitors in them", () => {
    expect(addressFor("authenticated", at("/auth/login"))).toBe("/car-auction");
    expect(addressFor("authenticated", at("/bids"))).toBeNull();
    expect(addressFor("anonymous", at("/auth/login"))).toBeNull();
    expect(addressFor("anonymous", at("/bids"))).toBe(
      "/auth/login?redirect=%2Fbids",
    );
  });
});
