import type { Viewer } from "../../../domain/access";
import type { RowSchema } from "../../../domain/resource";
import { visibleRow } from "../../../domain/visible";
import { schemaOf } from "./schemas";

/**
 * Returns the schema of a body from the build, cut to the viewer and with the
 * references of its properties resolved. Throws if the build does not have it.
 */
export function bundledBody(
  reference: string,
  viewer: Viewer,
): Omit<RowSchema, "$id"> {
  const [id = ""] = reference.split("#");
  const { properties = {}, ...rest } = schemaOf(reference);
  const fields = Object.entries(properties).map(([name, { $ref, ...own }]) => {
    if ($ref === undefined) return [name, own] as const;
    const target = schemaOf($ref.startsWith("#") ? id + $ref : $ref);
    return [name, { ...target, ...own }] as const;
  });
  const body = { ...rest, $id: id, properties: Object.fromEntries(fields) };
  const { $id: _, ...cut } = visibleRow(body as RowSchema, viewer);
  return cut;
}
