import { describe, expect, it } from "vitest";
import { schemaPart } from "../../../server/platform/schemas/schemaPart";
import { createSchemas } from "../../../server/platform/schemas/registry";

const body = { type: "object" };
const schemas = createSchemas([{ $id: "sign-in", definitions: { body } }]);

describe("the part of a schema that a call names", () => {
  it("is returned for its ref", () => {
    expect(schemaPart(schemas, "sign-in#/definitions/body")).toEqual(body);
    expect(schemaPart(schemas, "sign-in")).toMatchObject({ $id: "sign-in" });
  });

  it.each([
    [
      "sign-up#/definitions/body",
      "schemas/calls/sign-up.json: There is no schema with this id.",
    ],
    [
      "sign-in#/definitions/reply",
      "schemas/calls/sign-in.json /definitions/reply: The schema has no such part.",
    ],
    ["lots", "schemas/lots.json: There is no schema with this id."],
    ["meta-lists", "schemas/meta/lists.json: There is no schema with this id."],
  ])("is reported as missing: %s", (reference, reason) => {
    expect(() => schemaPart(schemas, reference)).toThrow(reason);
  });

  it("is reported with its file if the whole schema is missing", () => {
    expect(() => schemas.row("lots")).toThrow(
      "schemas/lots.json: There is no schema with this id.",
    );
  });
});
