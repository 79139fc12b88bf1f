import { describe, expect, it } from "vitest";
import { schemaPart } from "../../../server/platform/schemas/schemaPart";
import { createSchemas } from "../../../server/platform/schemas/registry";

const body = { type: "object" };
const schemas = createSchemas([{ $id: "sign-in", definitions: { body } }]);

describe("the part of a schema that a call names", () => {
  it("is found by its ref", () => {
    expect(schemaPart(schemas, "sign-in#/definitions/body")).toEqual(body);
    expect(schemaPart(schemas, "sign-in")).toMatchObject({ $id: "sign-in" });
  });

  it.each([
    [
      "sign-up#/definitions/body",
      "schemas/calls/sign-up.json: no schema has this id",
    ],
    [
      "sign-in#/definitions/reply",
      "schemas/calls/sign-in.json /definitions/reply: is missing",
    ],
    ["lots", "schemas/lots.json: no schema has this id"],
    ["meta-lists", "schemas/meta/lists.json: no schema has this id"],
  ])("is told when it is not there: %s", (reference, reason) => {
    expect(() => schemaPart(schemas, reference)).toThrow(reason);
  });

  it("is told by file for a whole schema as well", () => {
    expect(() => schemas.row("lots")).toThrow(
      "schemas/lots.json: no schema has this id",
    );
  });
});
