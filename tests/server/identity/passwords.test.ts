import { zxcvbnOptions } from "@zxcvbn-ts/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { passwordFault } from "../../../server/identity/passwords";

const email = "maria@example.com";
const user = { email, isStaff: false };
const staff = { email, isStaff: true };

describe("the check of a new password", () => {
  it("builds the dictionaries once and tries few spellings", async () => {
    const set = vi.spyOn(zxcvbnOptions, "setOptions");
    onTestFinished(() => {
      set.mockRestore();
    });
    await passwordFault("amber lantern 42", user);
    await passwordFault("copper violin 9", user);
    expect(set.mock.calls.length).toBeLessThanOrEqual(1);
    expect(zxcvbnOptions.l33tMaxSubstitutions).toBeLessThanOrEqual(10);
  });

  it("scores only the beginning of a long password", async () => {
    const strong = "Xk29#vq8!mZ";
    expect(await passwordFault(strong, user)).toBeNull();
    const long = `${"a".repeat(60)}${strong}`;
    expect(await passwordFault(long, user)).toBe("guessable");
    expect(await passwordFault(`${strong}${"a".repeat(60)}`, user)).toBeNull();
  });

  it("refuses the user's own e-mail", async () => {
    expect(await passwordFault("mariaexample", user)).toBe("guessable");
  });

  it("is stricter for managers and administrators", async () => {
    const fair = "violin19x2";
    expect(await passwordFault(fair, user)).toBeNull();
    expect(await passwordFault(fair, staff)).toBe("guessable");
    expect(await passwordFault("Xk29#Maria vq8!mZ", staff)).toBe("email");
    expect(await passwordFault("Xk29#vq8!mZ", staff)).toBeNull();
  });
});
