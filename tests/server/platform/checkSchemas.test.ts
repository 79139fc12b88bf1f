import { describe, expect, it } from "vitest";
import { checkSchemas } from "../../../server/platform/schemas/checkSchemas";
import { loadSchemas } from "../../../server/platform/schemas/loadSchemas";
import { runAtOnce } from "../../../server/platform/steps";

const file = "schemas/car.json";
const check = (content: unknown) =>
  runAtOnce(checkSchemas([{ file, content }]));

describe("the schemas of the project", () => {
  it("have no mistakes", () => {
    expect(loadSchemas(process.cwd()).all().length).toBeGreaterThan(20);
  });
});

describe("a broken schema", () => {
  it.each([
    [
      "a wrong type",
      { properties: { a: { type: "txt" } } },
      "/properties/a/type",
    ],
    [
      "a misspelt keyword",
      { properties: { a: { maxLenght: 4 } } },
      "/properties/a/maxLenght",
    ],
    ["an unknown reference", { items: { $ref: "cra" } }, "/items/$ref"],
    [
      "a reference that leads nowhere",
      { anyOf: [{ $ref: "car#/definitions/x" }] },
      "/anyOf/0/$ref",
    ],
  ])("is reported with file and pointer: %s", (_name, schema, pointer) => {
    expect(check({ $id: "car", ...schema })).toContainEqual(
      expect.objectContaining({ file, pointer }),
    );
  });

  it("is reported with the nearest name", () => {
    const [problem] = check({ $id: "car", maxLenght: 4 });
    expect(problem?.reason).toContain('Did you mean "maxLength"?');
    const [other] = check({ $id: "car", items: { $ref: "cra" } });
    expect(other?.reason).toContain('Did you mean "car"?');
  });

  it("has no id, or not that of its file", () => {
    expect(check({ type: "object" })[0]?.reason).toBe('"$id" is missing.');
    const twice = [file, "schemas/b.json"].map((name) => ({
      file: name,
      content: { $id: "car" },
    }));
    expect(runAtOnce(checkSchemas(twice))).toMatchObject([
      { file: "schemas/b.json" },
    ]);
  });

  it("has an invalid pattern", () => {
    expect(check({ $id: "car", type: "string", pattern: "(" })).toHaveLength(1);
  });
});
