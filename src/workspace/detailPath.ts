import type { Resource } from "../../domain/resource";
import type { Row } from "../providers/dataProvider";

/**
 * Where a row leads, by the declaration's `detailRoute`: `:field` stands for a
 * field of the row, `:lotRoute` for the list that shows lots of its type. Null
 * when the row leads nowhere the viewer may go.
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
    if (!part.startsWith(":")) return part;
    if (part === ":lotRoute") return lotRoute(resources, row.lotType);
    const value = row[part.slice(1)];
    return typeof value === "string" || typeof value === "number"
      ? encodeURIComponent(value)
      : null;
  });
  return parts.includes(null) ? null : parts.join("/");
}

const lotRoute = (
  resources: readonly Resource[],
  lotType: unknown,
): string | null =>
  resources.find(({ pageType }) => pageType === lotType)?.route.slice(1) ??
  null;
