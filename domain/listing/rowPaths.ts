import type { Resource } from "../resource";

/** Returns the declared address of rows, by default below the list. */
export const detailRouteOf = ({
  detailRoute,
  route,
  key,
  calls,
}: Resource): string | undefined =>
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
