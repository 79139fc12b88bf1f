import type { RowSchema } from "../../../domain/resource";
import type { SchemaRegistry } from "./registry";

/**
 * Returns the schema of an area's rows, which names the area in its `x-areas`.
 * Throws unless exactly one schema does.
 */
export function rowOfArea(
  schemas: Pick<SchemaRegistry, "all" | "row">,
  area: string,
): RowSchema {
  const ids = schemas.all().flatMap((schema) => {
    const { $id, "x-areas": areas } = schema;
    const isOfArea = Array.isArray(areas) && areas.includes(area);
    return isOfArea && typeof $id === "string" ? [$id] : [];
  });
  const [id] = ids;
  if (id === undefined || ids.length > 1)
    throw new Error(
      `Exactly one schema must name area "${area}" in its x-areas; found: ${ids.join(", ") || "none"}`,
    );
  return schemas.row(id);
}
