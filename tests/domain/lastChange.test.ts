import { describe, expect, it } from "vitest";
import { userLevels, userTypes } from "../../domain/access";
import { lastChangeFor } from "../../domain/lastChange";

const viewer = {
  userId: "1",
  userType: userTypes.manager,
  userLevel: userLevels.client,
  roleId: 0,
  permissions: {},
};
const client = { ...viewer, userType: userTypes.client };
const change = {
  at: new Date("2026-11-20T01:42:00Z"),
  actorId: "7",
  actorName: "Ivan",
  actorType: userTypes.manager,
};
const at = "2026-11-20T10:42:00+09:00";

describe("the last change of a row", () => {
  it("names its author to managers", () => {
    const told = { at, by: "manager", name: "Ivan" };
    expect(lastChangeFor(viewer, change)).toEqual(told);
  });

  it("names a manager to clients only as their manager", () => {
    expect(lastChangeFor(client, change)).toEqual({ at, by: "manager" });
  });

  it("says that it was made by the reader, by a client or by the system", () => {
    const by = (actorId: string | null, actorType: number) =>
      lastChangeFor(client, { ...change, actorId, actorType }).by;
    expect(by("1", userTypes.client)).toBe("self");
    expect(by("7", userTypes.client)).toBe("client");
    expect(by(null, 0)).toBe("system");
  });
});
