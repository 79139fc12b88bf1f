import { describe, expect, it } from "vitest";
import type { Column, RowSchema } from "../../../domain/resource";
import lot from "../../../schemas/lot.json";
import meta from "../../../schemas/meta/resource.json";
import { isIconName } from "../../../src/ui/iconPaths";
import { cellFor } from "../../../src/workspace/registry/cells";
import "../../../src/workspace/standard";

const schema: RowSchema = lot;
const { cell } = meta.definitions.column.properties;
const names = cell.enum as NonNullable<Column["cell"]>[];

describe("a name that a declaration may say", () => {
  it.each(names)("is that of a cell: %s", (name) => {
    const plain = cellFor(schema, { fields: ["grade"] });
    const asked = cellFor(schema, { cell: name, fields: ["grade"] });
    expect(asked).not.toBe(plain);
  });

  it.each(meta.properties.icon.enum)("is that of an icon: %s", (name) => {
    expect(isIconName(name)).toBe(true);
  });
});
