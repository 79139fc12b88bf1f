import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Two shared cores make every wait longer.
configure({ asyncUtilTimeout: 180_000 });

// jsdom has no popovers.
HTMLElement.prototype.showPopover = () => undefined;

// jsdom has no media queries: no query matches.
globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

// The files of a worker share the packages, which takes half of the time away.
// Our own modules hold state, so each file gets fresh copies.
vi.resetModules();

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  Reflect.deleteProperty(navigator, "locks");
  Reflect.deleteProperty(document, "visibilityState");
});
