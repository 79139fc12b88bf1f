import { describe, expect, it } from "vitest";
import {
  fromBase32,
  toBase32,
} from "../../../../server/identity/factors/base32";
import {
  codeOf,
  stepAt,
  stepOfCode,
} from "../../../../server/identity/factors/totp";

/** The secret of RFC 6238, appendix B. */
const secret = toBase32(Buffer.from("12345678901234567890"));

describe("the code of an authenticator app", () => {
  it.each([
    ["1970-01-01T00:00:59Z", "287082"],
    ["2005-03-18T01:58:29Z", "081804"],
    ["2005-03-18T01:58:31Z", "050471"],
    ["2009-02-13T23:31:30Z", "005924"],
    ["2033-05-18T03:33:20Z", "279037"],
    ["2603-10-11T11:33:20Z", "353130"],
  ])("is that of RFC 6238 at %s", (time, code) => {
    expect(codeOf(secret, stepAt(new Date(time)))).toBe(code);
  });

  it("counts in its own step and in the steps beside it", () => {
    const now = new Date("2026-11-20T10:00:00Z");
    const step = stepAt(now);
    for (const [drift, found] of [
      [-2, null],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, null],
    ] as const)
      expect(stepOfCode(secret, codeOf(secret, step + drift), now)).toBe(found);
  });
});

describe("base32", () => {
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foobar", "MZXW6YTBOI"],
  ])("writes %j as RFC 4648 does, and reads it back", (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded);
    expect(fromBase32(encoded).toString()).toBe(text);
  });
});
