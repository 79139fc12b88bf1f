import { describe, expect, it } from "vitest";
import { cellTypes } from "../../../generated/registeredNames";
import type { RowSchema } from "../../../domain/resource";
import lot from "../../../schemas/lot.json";
import meta from "../../../schemas/meta/resource.json";
import { isIconName } from "../../../src/ui/iconPaths";
import "../../../src/app/areas";
import { cellFor } from "../../../src/workspace/rows/columns";

const schema = lot as RowSchema;
const { cell } = meta.definitions.column.properties;
const names = Object.keys(cellTypes);

describe("a name in a declaration", () => {
  it.each(names)("has a registered cell: %s", (name) => {
    const plain = cellFor(schema, { fields: ["grade"] });
    const calls = cellFor(schema, { cell: name, fields: ["grade"] });
    expect(calls).not.toBe(plain);
  });

  it("is suggested to editors, if it is a cell", () => {
    expect(cell.examples).toEqual(names);
  });

  it.each(meta.properties.icon.enum)("has an icon: %s", (name) => {
    expect(isIconName(name)).toBe(true);
  });
});
