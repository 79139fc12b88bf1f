import { roleOf, type Viewer } from "./access";
import {
  detailFields,
  forRole,
  type Resource,
  type RowSchema,
} from "./resource";
import { visibleCalls, visibleRoute } from "./visible/calls";
import {
  withoutHiddenColumnFields,
  visibleCard,
  visibleColumns,
  visibleSorts,
  visibleViews,
  withSorts,
} from "./visible/columns";
import { visibleFilters, visibleSearch, visibleTabs } from "./visible/filters";
import {
  isVisible,
  createVisibilityCheck,
  withoutAccess,
} from "./visible/isVisible";

export { isVisible } from "./visible/isVisible";
export { visibleRow } from "./visible/visibleRow";

/**
 * The declaration cut to what the viewer may see, without a word of who sees
 * what; null when nothing is left of it: not its key, or no column. No part of
 * it names a field, filter or sort that is hidden, and an order by a field that
 * is hidden, or is in hidden columns only, is none: an order tells values.
 */
export function visibleResource(
  resource: Resource,
  row: RowSchema,
  viewer: Viewer,
): Resource | null {
  const visibility = createVisibilityCheck(row, viewer);
  if (!visibility.isVisible(resource.access, [resource.key])) return null;
  const columns = visibleColumns(resource, visibility);
  if (columns.length === 0) return null;
  const beside = withoutHiddenColumnFields(resource, columns, visibility);
  const sorts = visibleSorts(resource, beside);
  const filters = visibleFilters(resource, visibility);
  const { defaultOrder, table, paging } = resource;
  const role = roleOf(viewer);
  const parts = {
    columns: withSorts(columns, sorts),
    sorts,
    filters,
    calls: visibleCalls(resource, filters, visibility),
    views: visibleViews(resource, visibility),
    table: forRole(table, role),
    paging: paging && forRole(paging, role),
    detailRoute: visibleRoute(resource, visibility),
    defaultOrder: beside.isVisible(undefined, [defaultOrder?.field])
      ? defaultOrder
      : undefined,
    search: visibleSearch(resource, visibility),
    tabs: visibleTabs(resource, filters, visibility),
    card: visibleCard(resource, beside),
  };
  return { ...withoutAccess(resource), ...parts };
}

/**
 * The fields a reply carries for a resource that is already cut to its viewer:
 * those of its columns and card, what a row's address is made of, and those
 * marked `x-always`.
 */
export function replyFields(
  resource: Resource,
  row: RowSchema,
  viewer: Viewer,
): string[] {
  const { title = [], lines = [], ...single } = resource.card ?? {};
  const wanted = new Set([
    resource.key,
    ...resource.columns.flatMap(({ fields }) => fields),
    ...detailFields(resource.detailRoute),
    ...title,
    ...lines.flat(),
    ...Object.values(single),
  ]);
  return Object.entries(row.properties)
    .filter(([name, field]) => wanted.has(name) || field["x-always"])
    .map(([name]) => name)
    .filter((name) => isVisible(row, { fields: [name] }, viewer));
}
