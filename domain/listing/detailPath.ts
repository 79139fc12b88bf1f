import type { Resource } from "../resource";
import { detailRouteOf, listOfPageType } from "./addresses";

/**
 * Returns the path of a row's page from the declared `detailRoute`, or null if
 * the row has no page that the viewer may open. `:field` is replaced by the
 * field's value, `@field` by the route of the list of that area. A route of `:field`
 * alone is the field's value.
 *
 * @example
 * // "/@area/:id" and { id: "12", area: "open" }: "/open-ports/12"
 */
export function detailPath({
  resource,
  resources,
  row,
}: {
  resource: Resource;
  resources: readonly Resource[];
  row: Readonly<Record<string, unknown>>;
}): string | null {
  const route = detailRouteOf(resource);
  if (route === undefined) return null;
  if (route.startsWith(":")) return innerPath(row[route.slice(1)]);
  const segments = route.split("/").map((segment) => {
    const value = row[segment.slice(1)];
    if (segment.startsWith("@")) return routeOfArea(resources, value);
    if (!segment.startsWith(":")) return segment;
    return typeof value === "string" || typeof value === "number"
      ? encodeURIComponent(value)
      : null;
  });
  return segments.includes(null) ? null : segments.join("/");
}

/** Returns a path within the portal, null for any other value. */
const innerPath = (value: unknown): string | null =>
  typeof value === "string" && /^\/[^/\\]/.test(value) ? value : null;

const routeOfArea = (
  resources: readonly Resource[],
  area: unknown,
): string | null =>
  listOfPageType(
    resources.filter(({ detailRoute }) => detailRoute),
    area,
  )?.route.slice(1) ?? null;
