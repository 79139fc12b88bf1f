import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bothAccess,
  isAllowed,
  userLevels,
  type Access,
  type Viewer,
} from "../../domain/access";
import type { Field, RowSchema } from "../../domain/resource";
import { isVisible, withCopiedAccess } from "../../domain/visible";
import { client, manager } from "./support/declared";

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
