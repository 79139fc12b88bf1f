import { filterId, filterParam, type Resource } from "../resource";

/**
 * Returns the address of a list with these texts in its filters, by the ids of the
 * filters; null if the list has no such filter.
 * @example listAddress(bids, { bidStatus: "1" }) // "/bids?bidStatus=1"
 */
export function listAddress(
  { route, filters }: Pick<Resource, "route" | "filters">,
  values: Readonly<Record<string, string>>,
): string | null {
  const query = new URLSearchParams();
  for (const [id, text] of Object.entries(values)) {
    const filter = filters.find((each) => filterId(each) === id);
    if (!filter) return null;
    query.set(filterParam(filter), text);
  }
  return `${route}?${query.toString()}`;
}

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
  import?: string;
} {
  const { route, calls } = resource;
  const [, base] = /^([^:@]+)\/:\w+$/.exec(detailRouteOf(resource) ?? "") ?? [];
  const hasDetail = base !== undefined && calls.detail;
  return {
    ...(hasDetail && { detail: `${base}/:id` }),
    ...(calls.create && { create: `${route}/new` }),
    ...(hasDetail && calls.update && { update: `${base}/:id/edit` }),
    ...(calls.import && { import: `${route}/import` }),
  };
}

/**
 * Returns whether a list shows all lots of its page type: it is served at
 * `/{pageType}/listing`. Other lists of a page type show some of its lots, by a fixed
 * condition that browsers do not receive.
 */
export const isMainList = ({
  pageType,
  calls,
}: Pick<Resource, "pageType" | "calls">): boolean =>
  pageType !== undefined && calls.list.path === `/${pageType}/listing`;

/**
 * Returns the list to which links to lots of a page type lead: its main list, or the
 * first of `lists` if the viewer has no main list.
 */
export function listOfPageType<
  List extends Pick<Resource, "pageType" | "calls">,
>(lists: readonly List[], pageType: unknown): List | undefined {
  const ofType = lists.filter(
    (list) => list.pageType !== undefined && list.pageType === pageType,
  );
  return ofType.find(isMainList) ?? ofType[0];
}
