import { expect, it, vi } from "vitest";
import { randomId } from "../../../src/providers/write";

it("returns UUIDs where crypto.randomUUID does not exist", () => {
  const { crypto } = globalThis;
  vi.stubGlobal("crypto", {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) =>
      crypto.getRandomValues(bytes),
  });
  const ids = Array.from({ length: 100 }, randomId);
  vi.unstubAllGlobals();
  for (const id of ids)
    expect(id).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  expect(new Set(ids).size).toBe(100);
});
