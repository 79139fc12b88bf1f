import { describe, expect, it } from "vitest";
import fc from "fast-check";
import {
  hasFlag,
  isAllowed,
  roleOf,
  userLevels,
  type Access,
  type Viewer,
} from "../../domain/access";
import { bothAccess } from "../../domain/bothAccess";
import type { Field, RowSchema } from "../../domain/resource";
import { isVisible, withCopiedAccess } from "../../domain/visible";
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

const access = fc.record(
  {
    flags: fc.subarray(["carAuctionsView", "adjustmentPriceShow"] as const),
    roles: fc.subarray(["client", "dealer", "manager", "unknown"] as const),
    userTypes: fc.subarray(["client", "manager"] as const),
    userLevels: fc.subarray(["client", "vip", "system"] as const),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Access>;

const viewer: fc.Arbitrary<Viewer> = fc.record({
  userId: fc.constant("1"),
  userType: fc.constantFrom(2, 3, 9),
  userLevel: fc.constantFrom(...Object.values(userLevels), 7),
  roleId: fc.constantFrom(1064, 1092),
  permissions: fc.record({
    carAuctionsView: fc.boolean(),
    adjustmentPriceShow: fc.boolean(),
  }),
});

describe("the access of a copied field", () => {
  it("allows exactly the viewers whom both rules allow", () => {
    fc.assert(
      fc.property(access, access, viewer, (left, right, who) => {
        expect(isAllowed(bothAccess(left, right), who)).toBe(
          isAllowed(left, who) && isAllowed(right, who),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("hides a field on the copy from whom it is hidden on the original", () => {
    const hidden: Field = {
      type: "integer",
      "x-access": { roles: ["manager"] },
    };
    const lot: RowSchema = {
      $id: "lot",
      properties: { soldPrice: hidden, year: {} },
    };
    const bid: RowSchema = {
      $id: "bid",
      properties: { soldPrice: { type: "integer" }, year: {}, amount: {} },
    };
    const row = withCopiedAccess(bid, lot);
    expect(isVisible(row, { fields: ["soldPrice"] }, client)).toBe(false);
    expect(isVisible(row, { fields: ["soldPrice"] }, manager)).toBe(true);
    expect(isVisible(row, { fields: ["year", "amount"] }, client)).toBe(true);
  });
});
