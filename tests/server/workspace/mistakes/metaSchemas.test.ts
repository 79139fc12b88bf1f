import { describe, expect, it } from "vitest";
import { annotations } from "../../../../server/platform/schemas/ajv";
import { escapePointer, isObject } from "../../../../server/platform/pointer";
import { readSources } from "../../../../server/workspace/sources";
import { contentOf } from "./support";

/** Yields the pointers of properties without a description for editors. */
function* undescribed(schema: unknown, pointer = ""): Generator<string> {
  if (!isObject(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const here = `${pointer}/${keyword}`;
    if (keyword === "properties" || keyword === "definitions")
      for (const [name, part] of Object.entries(isObject(value) ? value : {})) {
        const place = `${here}/${escapePointer(name)}`;
        const isDescribed =
          isObject(part) && ("description" in part || "$ref" in part);
        if (keyword === "properties" && !isDescribed) yield place;
        yield* undescribed(part, place);
      }
    else if (Array.isArray(value))
      for (const [index, part] of value.entries())
        yield* undescribed(part, `${here}/${index}`);
    else yield* undescribed(value, here);
  }
}

const meta = (name: string) => contentOf(`schemas/meta/${name}.json`);

describe("the schemas for editors", () => {
  it.each(["resource", "feed", "row"])("describe each key: %s", (name) => {
    expect([...undescribed(meta(name))]).toEqual([]);
  });

  it("contain each annotation that the program reads", () => {
    const text = JSON.stringify(meta("row"));
    // These belong to calls and to the meta-schema of resources.
    const others = "x-creatable x-form x-row x-structural x-texts".split(" ");
    for (const annotation of annotations)
      if (!others.includes(annotation))
        expect(text).toContain(`"${annotation}"`);
  });

  it("are the $schema of every file that they describe", () => {
    const { resources, feeds, schemas } = readSources(process.cwd());
    const named = [...resources, ...feeds, ...schemas].map(
      ({ file, content }) =>
        `${file} ${isObject(content) ? String(content.$schema) : ""}`,
    );
    expect(named).toContain("schemas/lot.json ./meta/row.json");
    expect(named).toContain("schemas/bid.json ./meta/row.json");
    expect(named).toContain("schemas/bike.json ./meta/row.json");
    for (const line of named)
      expect(line).toMatch(
        /^(resources\/\S+ \.\.\/schemas\/meta\/resource\.json|feeds\/\S+ \.\.\/schemas\/meta\/feed\.json|schemas\/\S+ (http:\/\/json-schema\.org\/draft-07\/schema#|\.\/meta\/row\.json))$/,
      );
  });
});
