import { describe, expect, it, vi } from "vitest";
import {
  randomId,
  sendWrite,
  type WriteKeys,
} from "../../../src/providers/write";
import { sessionExpired, sessionRestored } from "../../../src/providers/events";
import { signInAs } from "../bidding/inApp";
import { profileReply } from "../identity/profiles";
import { fakeServer, refusal } from "./fakeServer";

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

describe("a call that changes data", () => {
  const call = {
    method: "PUT",
    path: "/bid/group-order",
    body: { a: 1 },
  } as const;

  /** Answers the calls in turn, and returns the keys that they had. */
  const keysOf = async (
    answers: readonly (number | "lost")[],
    send: (write: () => Promise<unknown>) => Promise<unknown>,
  ) => {
    const used: (string | null)[] = [];
    const left = [...answers];
    fakeServer(({ headers, path }) => {
      if (path !== "/api/bid/group-order") return refusal(401, "unauthorized");
      used.push(headers.get("idempotency-key"));
      const answer = left.shift() ?? 200;
      if (answer === "lost") throw new Error("The connection is gone.");
      return answer === 200 ? {} : refusal(answer, "stale_row");
    });
    const keys: WriteKeys = new Map();
    const how = { isOwnServer: true, keys, isLasting: true };
    await send(() => sendWrite(call, how).catch(() => undefined));
    return used;
  };

  it("has one key if it is sent twice at the same time", async () => {
    const [one, other] = await keysOf([200, 200], (write) =>
      Promise.all([write(), write()]),
    );
    expect(one).toMatch(/^[\da-f-]{36}$/);
    expect(other).toBe(one);
  });

  it("has the same key again after a lost reply, and a new one after an answer", async () => {
    const [first, again, refused, last] = await keysOf(
      ["lost", 409, 200, 200],
      async (write) => {
        for (let count = 0; count < 4; count += 1) await write();
      },
    );
    expect(again).toBe(first);
    expect(refused).not.toBe(again);
    expect(last).not.toBe(refused);
  });

  it("has the same key again if its reply is lost after the person signed in anew", async () => {
    signInAs(profileReply());
    sessionExpired.subscribe(() => {
      setTimeout(() => sessionRestored.emit());
    });
    const [, lost, again] = await keysOf([401, "lost", 200], async (write) => {
      await write();
      await write();
    });
    expect(lost).toMatch(/^[\da-f-]{36}$/);
    expect(again).toBe(lost);
  });
});
