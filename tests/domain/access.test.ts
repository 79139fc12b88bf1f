import { describe, expect, it } from "vitest";
import { hasFlag, isAllowed, roleOf } from "../../domain/access";
import { client, manager } from "./support/declared";

describe("the role of a user", () => {
  it("follows type, level and role id", () => {
    expect(roleOf(client)).toBe("client");
    expect(roleOf({ ...client, roleId: 1092 })).toBe("dealer");
    expect(roleOf(manager)).toBe("manager");
    expect(roleOf({ ...manager, userLevel: 991 })).toBe("admin");
    expect(roleOf({ ...client, userLevel: 991 })).toBe("client");
  });

  it("is unknown and has no rights for an unknown combination", () => {
    for (const stranger of [
      { ...client, userLevel: 1 },
      { ...client, userType: 4 },
    ]) {
      expect(roleOf(stranger)).toBe("unknown");
      expect(hasFlag(stranger, "carAuctionsView")).toBe(false);
    }
  });
});

describe("an access rule", () => {
  it("admits everyone without a rule", () => {
    expect(isAllowed(undefined, { ...client, permissions: {} })).toBe(true);
  });

  it("asks for every flag", () => {
    const both = { flags: ["carAuctionsView", "adjustmentPriceShow"] } as const;
    const access = { flags: [...both.flags] };
    expect(isAllowed(access, client)).toBe(false);
    expect(isAllowed(access, manager)).toBe(true);
  });

  it("asks for one of the user types and one of the levels it names", () => {
    const vip = { ...client, userLevel: 981 };
    expect(isAllowed({ userTypes: ["client"] }, client)).toBe(true);
    expect(isAllowed({ userTypes: ["manager"] }, client)).toBe(false);
    expect(isAllowed({ userTypes: ["client", "manager"] }, manager)).toBe(true);
    expect(isAllowed({ userLevels: ["vip", "guest"] }, vip)).toBe(true);
    expect(isAllowed({ userLevels: ["vip", "guest"] }, client)).toBe(false);
    expect(isAllowed({ userTypes: [], userLevels: [] }, client)).toBe(true);
  });

  it("holds only when every kind that it names holds", () => {
    const rule = { roles: ["client" as const], userLevels: ["vip" as const] };
    expect(isAllowed(rule, { ...client, userLevel: 981 })).toBe(true);
    expect(isAllowed(rule, client)).toBe(false);
    expect(isAllowed(rule, { ...manager, userLevel: 981 })).toBe(false);
    const blind = { ...client, userLevel: 981, permissions: {} };
    const flags = ["carAuctionsView" as const];
    expect(isAllowed({ ...rule, flags }, blind)).toBe(false);
  });

  it("takes an unknown combination for no type and no level", () => {
    const oddLevel = { ...client, userLevel: 1 };
    const oddType = { ...client, userType: 4, userLevel: 991 };
    expect(isAllowed({ userTypes: ["client"] }, oddLevel)).toBe(false);
    expect(isAllowed({ userLevels: ["system"] }, oddType)).toBe(false);
    expect(isAllowed({ roles: ["unknown"] }, oddLevel)).toBe(true);
  });

  it("asks for one of the roles, where any are named", () => {
    expect(isAllowed({ roles: ["manager", "admin"] }, client)).toBe(false);
    expect(isAllowed({ roles: ["manager", "admin"] }, manager)).toBe(true);
    expect(isAllowed({ roles: [] }, client)).toBe(true);
  });
});
