import type { Resource } from "../../domain/resource";
import type { Row } from "../providers/dataProvider";

/**
 * Returns the path of a row's page from the declared `detailRoute`, or null if
 * the row has no page that the viewer may open. `:field` is replaced by the
 * field's value, `@field` by the route of the list of that area.
 *
 * @example
 * // "/@lotType/:id" and { id: "12", lotType: "auction" }: "/car-auction/12"
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
  const route = detailRouteOf(resource);
  if (route === undefined) return null;
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

/** Returns the declared address of rows, by default below the list. */
const detailRouteOf = ({ detailRoute, route, key, calls }: Resource) =>
  detailRoute ?? (calls.detail ? `${route}/:${key}` : undefined);

/**
 * Returns the paths of a resource's pages for one row, as far as it has the
 * calls. `:id` is the row's key. A page to edit a row needs the detail call,
 * which reads the values to begin with.
 *
 * @example rowPathsOf(freight).update // "/freight/:id/edit"
 */
export function rowPathsOf(resource: Resource): {
  detail?: string;
  create?: string;
  update?: string;
} {
  const { route, calls } = resource;
  const [, base] = /^([^:@]+)\/:\w+$/.exec(detailRouteOf(resource) ?? "") ?? [];
  const hasDetail = base !== undefined && calls.detail;
  return {
    ...(hasDetail && { detail: `${base}/:id` }),
    ...(calls.create && { create: `${route}/new` }),
    ...(hasDetail && calls.update && { update: `${base}/:id/edit` }),
  };
}

const routeOfArea = (
  resources: readonly Resource[],
  area: unknown,
): string | null =>
  resources
    .find(
      ({ pageType, detailRoute }) =>
        typeof area === "string" && pageType === area && detailRoute,
    )
    ?.route.slice(1) ?? null;
