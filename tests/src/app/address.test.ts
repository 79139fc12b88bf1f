import { describe, expect, it } from "vitest";
import {
  addressAfterLogin,
  addressFor,
  loginAddress,
} from "../../../src/app/address";

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
