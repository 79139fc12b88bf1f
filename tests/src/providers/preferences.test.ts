import { memoryStore } from "ra-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { syncPreferences } from "../../../src/providers/preferences";
import { fakeServer, refusal } from "./fakeServer";

type Saved = Record<string, object>;

let saved: Saved;
let isDown: boolean;
let isSlow: boolean;
const slowMs = 3_000;
let calls: string[];
let leaving: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  saved = {};
  isDown = false;
  isSlow = false;
  leaving = new AbortController();
  calls = fakeServer(async ({ method, body, keepalive }) => {
    if (method === "GET") {
      const updatedAt = "2026-11-20T10:44:00+09:00";
      const preferences = Object.entries(saved).map(([key, value]) => ({
        key,
        value,
        updatedAt,
      }));
      return { body: { success: true, preferences } };
    }
    // Else the browser would cancel the call of a tab that is closed.
    expect(keepalive).toBe(true);
    if (isSlow) await new Promise((done) => setTimeout(done, slowMs));
    if (isDown) return refusal(503, "unavailable");
    const { key, value } = body as { key: string; value: object };
    saved[key] = value;
    return {};
  });
});

afterEach(() => {
  leaving.abort();
  vi.useRealTimers();
});

function browserStore() {
  const store = memoryStore();
  store.setup();
  return store;
}

const follow = (store = browserStore()) =>
  syncPreferences({
    store,
    resources: ["car-auction", "my-bids"],
    signal: leaving.signal,
  }).then(() => store);

const puts = () => calls.filter((call) => call.startsWith("PUT"));

describe("preferences", () => {
  it("are the same in a second browser", async () => {
    const first = await follow();
    first.setItem("car-auction.view", "card");
    first.setItem("car-auction.pageSize", 50);
    await vi.advanceTimersByTimeAsync(1000);
    expect(puts()).toHaveLength(1);
    const second = await follow();
    expect(second.getItem("car-auction.view")).toBe("card");
    expect(second.getItem("car-auction.pageSize")).toBe(50);
    expect(second.getItem("my-bids.view")).toBeUndefined();
  });

  it("are saved a second after the last change", async () => {
    const store = await follow();
    store.setItem("my-bids.view", "card");
    await vi.advanceTimersByTimeAsync(900);
    store.setItem("my-bids.view", "grid");
    await vi.advanceTimersByTimeAsync(900);
    expect(puts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(saved).toEqual({ "my-bids.list": { view: "grid" } });
  });

  it("that were chosen before the first sync are saved", async () => {
    const store = browserStore();
    store.setItem("my-bids.view", "card");
    await follow(store);
    await vi.advanceTimersByTimeAsync(0);
    expect(saved).toEqual({ "my-bids.list": { view: "card" } });
  });

  it("are saved at once when the page is hidden", async () => {
    const store = await follow();
    store.setItem("my-bids.view", "card");
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    hidden.mockRestore();
    expect(saved).toEqual({ "my-bids.list": { view: "card" } });
  });

  it("are saved one call after the other, so that the last change wins", async () => {
    const store = await follow();
    isSlow = true;
    store.setItem("my-bids.view", "card");
    await vi.advanceTimersByTimeAsync(1000);
    store.setItem("my-bids.view", "grid");
    await vi.advanceTimersByTimeAsync(1000);
    expect(puts()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(slowMs);
    expect(puts()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(slowMs);
    expect(saved).toEqual({ "my-bids.list": { view: "grid" } });
    expect(puts()).toHaveLength(2);
  });

  it("are taken from the server if nothing was changed here", async () => {
    const store = await follow();
    store.setItem("my-bids.view", "card");
    await vi.advanceTimersByTimeAsync(1000);
    leaving.abort();
    leaving = new AbortController();
    saved["my-bids.list"] = { view: "grid" };
    await follow(store);
    expect(store.getItem("my-bids.view")).toBe("grid");
    expect(puts()).toHaveLength(1);
  });

  it("that could not be saved are saved on the next visit", async () => {
    saved["my-bids.list"] = { view: "default" };
    const store = await follow();
    isDown = true;
    store.setItem("my-bids.view", "card");
    await vi.advanceTimersByTimeAsync(1000);
    leaving.abort();
    leaving = new AbortController();
    isDown = false;
    await follow(store);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getItem("my-bids.view")).toBe("card");
    expect(saved["my-bids.list"]).toEqual({ view: "card" });
  });

  it("count as saved only when the server has confirmed them", async () => {
    const store = await follow();
    store.setItem("my-bids.view", "card");
    // The page is closed before the reply arrives.
    await vi.advanceTimersByTimeAsync(999);
    leaving.abort();
    leaving = new AbortController();
    saved = { "my-bids.list": { view: "grid" } };
    expect(store.getItem("preferences")).toBeUndefined();
    const pending = await follow();
    isDown = true;
    pending.setItem("my-bids.view", "card");
    await vi.advanceTimersByTimeAsync(1000);
    expect(pending.getItem("preferences")).toEqual({
      "my-bids": '{"view":"grid"}',
    });
  });

  it("are loaded again if the server could not be reached at first", async () => {
    saved = { "my-bids.list": { view: "card" } };
    let isUnreached = true;
    const answer = globalThis.fetch;
    vi.stubGlobal("fetch", (...call: Parameters<typeof fetch>) =>
      isUnreached
        ? Promise.resolve(new Response("", { status: 503 }))
        : answer(...call),
    );
    const store = browserStore();
    const synced = follow(store);
    await vi.advanceTimersByTimeAsync(1_000);
    isUnreached = false;
    dispatchEvent(new Event("online"));
    await synced;
    expect(store.getItem("my-bids.view")).toBe("card");
  });

  it("stay in the browser if the server has no such call", async () => {
    calls = fakeServer(() => refusal(404, "not_found"));
    const store = await follow();
    store.setItem("my-bids.view", "card");
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls).toEqual(["GET /api/user/preferences"]);
  });
});
