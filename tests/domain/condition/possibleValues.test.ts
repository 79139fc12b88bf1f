import { describe, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import type { Conditions } from "../../../domain/condition/condition";
import { possibleValues } from "../../../domain/condition/possibleValues";

const viewer = (userType: number): Viewer => ({
  ...{ userId: "7", userType, roleId: 0, permissions: {} },
  userLevel: userType === 3 ? 980 : 1064,
});
const field = { type: "string", enum: ["S", "M", "L"] };
const sizes = (conditions: Conditions | undefined, userType = 2) =>
  possibleValues(
    conditions,
    { name: "size", field, values: field.enum },
    { viewer: viewer(userType), now: new Date("2026-11-20T01:30:00Z") },
  );
const small = { field: "size", in: ["S", "M"] };
const open = { field: "isOpen", is: true };
const managers = { viewer: { userTypes: ["manager" as const] } };

describe("the values with which a row can meet conditions", () => {
  it("are all values without conditions, and else the values that a test of the field names", () => {
    expect(sizes(undefined)).toEqual(["S", "M", "L"]);
    expect(sizes(small)).toEqual(["S", "M"]);
    expect(sizes({ not: small })).toEqual(["L"]);
  });

  it("depend on the viewer", () => {
    expect(sizes({ any: [managers, small] })).toEqual(["S", "M"]);
    expect(sizes({ any: [managers, small] }, 3)).toEqual(["S", "M", "L"]);
    expect(sizes(managers)).toEqual([]);
  });

  it("are not limited by what other fields may still hold", () => {
    expect(sizes({ any: [open, small] })).toEqual(["S", "M", "L"]);
    expect(sizes([open, small])).toEqual(["S", "M"]);
    expect(sizes({ not: { any: [open, small] } })).toEqual(["L"]);
    expect(sizes({ not: { all: [open, small] } })).toEqual(["S", "M", "L"]);
  });
});
