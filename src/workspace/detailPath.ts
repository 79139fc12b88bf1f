import type { Resource } from "../../domain/resource";
import type { Row } from "../providers/dataProvider";

/**
 * Where a row leads, by the declaration's `detailRoute`: `:field` stands for a
 * field of the row, `@field` for the list that shows the lots of the area that
 * the field names. Null when the row leads nowhere the viewer may go.
 */
export function detailPath({
  resource,
  resources,
  row,
}: {
  resource: Resource;
  resources: readonly Resource[];
  row: Row;
}): string | null {
  if (!resource.detailRoute) return null;
  const parts = resource.detailRoute.split("/").map((part) => {
    const value = row[part.slice(1)];
    if (part.startsWith("@")) return listOf(resources, value);
    if (!part.startsWith(":")) return part;
    return typeof value === "string" || typeof value === "number"
      ? encodeURIComponent(value)
      : null;
  });
  return parts.includes(null) ? null : parts.join("/");
}

/** The list of these lots, if its rows lead somewhere. */
const listOf = (resources: readonly Resource[], area: unknown): string | null =>
  resources
    .find(
      ({ pageType, detailRoute }) =>
        typeof area === "string" && pageType === area && detailRoute,
    )
    ?.route.slice(1) ?? null;
