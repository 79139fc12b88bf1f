import { describe, expect, it } from "vitest";
import {
  mayChangeBids,
  maySetBidField,
  type BidValueCall,
} from "../../domain/bidRights";
import type { PermissionFlag } from "../../domain/access";
import { canBeFavorite } from "../../domain/favorites";
import { client, manager } from "./support/declared";

const dealer = { ...client, roleId: 1092 };
const withFlags = (...flags: PermissionFlag[]) => ({
  ...manager,
  permissions: Object.fromEntries(flags.map((flag) => [flag, true])),
});

describe("a call that changes bids", () => {
  it.each<[BidValueCall, PermissionFlag]>([
    ["status", "bidManageStatus"],
    ["amount", "bidManageBidPrice"],
    ["soldPrice", "bidManageSoldPrice"],
    ["autoBid", "bidManageStatus"],
    ["adjustmentPrice", "adjustmentPriceShow"],
  ])("for the %s needs two flags of a manager", (call, flag) => {
    const both = withFlags("bidManagementEnabled", flag);
    expect(mayChangeBids(both, call)).toBe(true);
    expect(mayChangeBids({ ...both, userLevel: 991 }, call)).toBe(true);
    expect(mayChangeBids(withFlags(flag), call)).toBe(false);
    expect(mayChangeBids(withFlags("bidManagementEnabled"), call)).toBe(false);
  });

  it("is open to clients and dealers for status and amount alone", () => {
    for (const viewer of [client, dealer]) {
      expect(mayChangeBids(viewer, "status")).toBe(true);
      expect(mayChangeBids(viewer, "amount")).toBe(true);
      for (const call of ["soldPrice", "autoBid", "adjustmentPrice"] as const)
        expect(mayChangeBids(viewer, call)).toBe(false);
    }
  });

  it("is closed to an unknown role", () => {
    expect(mayChangeBids({ ...client, userType: 4 }, "status")).toBe(false);
  });
});

describe("a field of a bid", () => {
  it.each(["soldPrice", "autoBid", "adjustmentPrice", "isRead"])(
    "such as %s is not set by clients and dealers",
    (field) => {
      expect(maySetBidField(client, field)).toBe(false);
      expect(maySetBidField(dealer, field)).toBe(false);
    },
  );

  it("is set by clients where it belongs to their own decision", () => {
    expect(maySetBidField(client, "bidAmount")).toBe(true);
    expect(maySetBidField(client, "exportType")).toBe(true);
  });

  it("is set by managers, the adjustment price only with its flag", () => {
    expect(maySetBidField(withFlags(), "soldPrice")).toBe(true);
    expect(maySetBidField(withFlags(), "adjustmentPrice")).toBe(false);
    expect(
      maySetBidField(withFlags("adjustmentPriceShow"), "adjustmentPrice"),
    ).toBe(true);
  });
});

const withFlag = (downloadPhotos: boolean) => ({
  ...client,
  permissions: { ...client.permissions, downloadPhotos },
});

describe("a lot for the wishlist", () => {
  it.each([
    ["a lot whose photos the viewer may download", {}, true, true],
    ["a lot of a USS house", { isUss: true }, true, false],
    ["a lot of a viewer without the right to download", {}, false, false],
    ["a lot that allows it itself", { allowDownloadPhotos: true }, false, true],
    ["a lot that forbids it", { allowDownloadPhotos: false }, true, false],
  ])("%s", (_name, lot, hasRight, expected) => {
    expect(canBeFavorite(lot, withFlag(hasRight))).toBe(expected);
  });
});
