import type { RowSchema } from "../../../domain/resource";
import type { SchemaRegistry } from "./registry";

/**
 * The schema of an area's rows: the one that names the area in its `x-areas`.
 * Throws when there is none or more than one.
 */
export function rowOfArea(
  schemas: Pick<SchemaRegistry, "all" | "row">,
  area: string,
): RowSchema {
  const [id, ...more] = schemas.all().flatMap((schema) => {
    const { $id, "x-areas": areas } = schema;
    const isOfArea = Array.isArray(areas) && areas.includes(area);
    return isOfArea && typeof $id === "string" ? [$id] : [];
  });
  if (id === undefined || more.length > 0)
    throw new Error(
      `Area "${area}" is to stand in the x-areas of one schema, not of ${more.length === 0 ? "none" : [id, ...more].join(" and ")}`,
    );
  return schemas.row(id);
}
