import { describe, expect, it } from "vitest";
import { askedValues } from "../../../../src/workspace/actions/writeCalls";
import type { KnownAction } from "../../../../src/workspace/actions/knownActions";

const resize: KnownAction = {
  action: {
    id: "resize",
    on: ["row", "selection"],
    method: "PATCH",
    path: "/lists/depots/:id",
    edits: ["kind", "places", "note"],
    values: { version: "@version" },
  },
  asked: [
    ["kind", { type: "string" }],
    ["places", { type: ["integer", "null"] }],
    ["note", { type: "string" }],
  ],
  choice: null,
};
const filled = { kind: "yard", places: null, version: 3 };

describe("the form of an action that edits fields", () => {
  it("clears the empty fields of a single row", () => {
    expect(askedValues(resize, filled, 1)).toEqual({
      kind: "yard",
      places: null,
      note: null,
    });
  });

  it("leaves out the fields that the program copies", () => {
    const copied = { by: "depotId", field: "places" };
    const action: KnownAction = {
      ...resize,
      asked: [
        ["depotId", { type: "string" }],
        ["places", { type: "integer", "x-copyOf": copied }],
      ],
    };
    expect(askedValues(action, { depotId: "5" }, 1)).toEqual({ depotId: "5" });
    expect(askedValues(action, { places: 7 }, 1)).toEqual({
      ...{ depotId: null, places: 7 },
    });
  });

  it("keeps the values of several rows where it is empty", () => {
    expect(askedValues(resize, filled, 2)).toEqual({ kind: "yard" });
  });
});
