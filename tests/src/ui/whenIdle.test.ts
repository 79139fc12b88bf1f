import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenIdle } from "../../../src/ui/whenIdle";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const idle = () => vi.advanceTimersByTimeAsync(5_000);

it("waits until the page has loaded and painted", async () => {
  const state = vi.spyOn(document, "readyState", "get");
  state.mockReturnValue("interactive");
  const work = vi.fn(() => Promise.resolve());
  whenIdle(work);
  await idle();
  expect(work).not.toHaveBeenCalled();
  state.mockReturnValue("complete");
  dispatchEvent(new Event("load"));
  expect(work).not.toHaveBeenCalled();
  await idle();
  expect(work).toHaveBeenCalledOnce();
});

it("does nothing once it is aborted", async () => {
  const work = vi.fn(() => Promise.resolve());
  const abort = whenIdle(work);
  abort();
  await idle();
  expect(work).not.toHaveBeenCalled();
});
