import { expect, it } from "vitest";
import { createIdleRelease } from "../../../server/platform/memory";

it("releases memory once, when the server is idle after requests", async () => {
  let [share, heapBytes, released] = [0, 50e6, 0];
  const check = createIdleRelease({
    readShare: () => share,
    readHeapBytes: () => heapBytes,
    release: () => {
      released += 1;
      return Promise.resolve();
    },
  });
  const intervals = async (...shares: number[]) => {
    released = 0;
    for (share of shares) await check();
    return released;
  };
  expect(await intervals(0.01, 0.01)).toBe(0);
  expect(await intervals(0.3, 0.6)).toBe(0);
  expect(await intervals(0.01, 0.01, 0.01)).toBe(1);
  heapBytes = 500e6;
  expect(await intervals(0.3, 0.01)).toBe(0);
});
