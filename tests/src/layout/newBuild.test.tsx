import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NewBuildBanner } from "../../../src/layout/Banners";
import { liveEvents } from "../../../src/providers/events";
import { reloading } from "../../../src/providers/reloadPage";
import { InEnglish } from "../providers/inEnglish";
import { fakeServer } from "../providers/fakeServer";

const script = document.createElement("script");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  script.type = "module";
  script.setAttribute("src", "/assets/index-old.js");
  document.head.append(script);
});

afterEach(() => {
  cleanup();
  script.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const reconnect = () =>
  act(async () => {
    liveEvents.emit({ name: "ready", data: { declarationsHash: "1" } });
    await vi.runAllTimersAsync();
  });

it("announces a new build after the live stream has connected again", async () => {
  let present = "/assets/index-old.js";
  const calls = fakeServer(() => ({ body: { script: present } }));
  render(<NewBuildBanner />, { wrapper: InEnglish });
  const banner = screen.getByRole("status");
  await reconnect();
  expect(calls).toEqual(["GET /build.json"]);
  expect(banner).toBeEmptyDOMElement();
  present = "/assets/index-new.js";
  await reconnect();
  expect(banner).toHaveTextContent("A new version is available.");
  // A server of the earlier build is back.
  present = "/assets/index-old.js";
  await reconnect();
  expect(banner).toBeEmptyDOMElement();
});

it("asks once when the page is shown and the browser goes online together", async () => {
  const calls = fakeServer(() => ({
    body: { script: "/assets/index-new.js" },
  }));
  render(<NewBuildBanner />, { wrapper: InEnglish });
  await act(async () => {
    dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.runAllTimersAsync();
  });
  await act(async () => {
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.runAllTimersAsync();
  });
  expect(calls).toEqual(["GET /build.json"]);
  expect(screen.getByRole("button", { name: "Reload" })).toBeEnabled();
});

it.each([
  ["has no such file", { status: 404, body: {} }],
  ["answers with another document", { body: "<!doctype html>" }],
])("stays silent if the server %s", async (_name, answer) => {
  fakeServer(() => answer);
  render(<NewBuildBanner />, { wrapper: InEnglish });
  await reconnect();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("lets forms keep what was typed before it reloads the page", async () => {
  fakeServer(() => ({ body: { script: "/assets/index-new.js" } }));
  const kept = vi.fn<() => void>();
  const unsubscribe = reloading.subscribe(kept);
  render(<NewBuildBanner />, { wrapper: InEnglish });
  await reconnect();
  expect(kept).not.toHaveBeenCalled();
  act(() => {
    screen.getByRole("button", { name: "Reload" }).click();
  });
  expect(kept).toHaveBeenCalledOnce();
  unsubscribe();
});
