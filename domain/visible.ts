import { summaryField } from "./summary";
import { roleOf, type Viewer } from "./access";
import { isVisibleChart } from "./chart";
import { fieldsIn } from "./condition/condition";
import { boardFilter } from "./listing/boards";
import {
  actionFields,
  detailFields,
  filterId,
  forRole,
  type Resource,
  type RowSchema,
} from "./resource";
import { visibleActions, visibleCalls, visibleRoute } from "./visible/calls";
import { visibleConditions } from "./visible/conditions";
import {
  visibleCard,
  visibleColumns,
  visibleForm,
  visibleSavedViews,
  visibleSorts,
  visibleViews,
  withoutHiddenColumnFields,
  withSorts,
} from "./visible/columns";
import { visibleFilters, visibleSearch, visibleTabs } from "./visible/filters";
import { visiblePage } from "./visible/page";
import {
  createVisibilityCheck,
  isVisible,
  withoutAccess,
} from "./visible/isVisible";

export { editableFields, editConditions, mayEdit } from "./visible/calls";
export { isVisible } from "./visible/isVisible";
export { visibleRow, withCopiedAccess } from "./visible/row";

/**
 * Returns the declaration cut to the viewer, or null if its key or all of its
 * columns are hidden. It has no access rules, no fixed condition and no notices, and
 * it names no hidden field, filter or sort. A default order by a hidden field, or
 * by a field of hidden columns only, is dropped, and so are its totals: both
 * reveal values.
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
  const { where: _where, notices: _notices, ...rest } = resource;
  const declared = withoutAccess(rest);
  const { defaultOrder, table, paging, summary, related, chart } = declared;
  const { rowPanel, panelMark, exported } = declared;
  const role = roleOf(viewer);
  const calls = visibleCalls(resource, filters, visibility);
  return {
    ...declared,
    columns: withSorts(columns, sorts),
    sorts,
    filters,
    calls,
    rowPanel: rowPanel === "history" && !calls.history ? undefined : rowPanel,
    panelMark: panelMark && visibleConditions(panelMark, visibility),
    views: visibleViews(resource, visibility),
    boards: resource.boards?.filter((name) =>
      boardFilter({ filters }, row, name),
    ),
    savedViews: visibleSavedViews(resource, visibility),
    table: forRole(table, role),
    paging: paging && forRole(paging, role),
    detailRoute: visibleRoute(resource, visibility),
    defaultOrder: beside.isVisible(undefined, [defaultOrder?.field])
      ? defaultOrder
      : undefined,
    search: visibleSearch(resource, visibility),
    tabs: visibleTabs(resource, filters, visibility),
    card: visibleCard(resource, beside),
    form: visibleForm(resource, row, visibility),
    summary: summary?.filter((entry) =>
      beside.isVisible(undefined, [summaryField(entry)]),
    ),
    chart:
      chart && isVisibleChart(chart, filters, beside)
        ? {
            ...chart,
            caption: chart.caption?.filter((id) =>
              filters.some((filter) => filterId(filter) === id),
            ),
          }
        : undefined,
    exported: exported?.filter((name) =>
      visibility.isVisible(undefined, [name]),
    ),
    ...visiblePage(resource, visibility),
    related: related?.filter(({ by }) => visibility.isVisible(undefined, [by])),
    actions: visibleActions(resource, visibility),
    import: calls.import && resource.import,
  };
}

/**
 * Returns the fields that a list reply carries, for a declaration that is
 * already cut to its viewer: the fields of its columns and card, the keys of rows
 * that its columns refer to, the fields of a row's address, the fields of its boards,
 * the fields that its actions in the list read and change, the field that marks its
 * panels, and fields marked `x-always`.
 */
export function replyFields(
  resource: Resource,
  row: RowSchema,
  viewer: Viewer,
): string[] {
  const { title = [], lines = [], ...single } = resource.card ?? {};
  const shown = new Set([
    resource.key,
    ...resource.columns.flatMap(({ fields }) => fields),
    ...resource.columns.flatMap(({ refersTo }) => refersTo?.by ?? []),
    ...detailFields(resource.detailRoute),
    ...(resource.boards ?? []),
    ...fieldsIn(resource.panelMark),
    ...(resource.actions ?? [])
      .filter(({ on }) => on.some((place) => place !== "page"))
      .flatMap((action) => [
        ...actionFields(action),
        ...Object.keys(action.patch ?? {}),
      ]),
    ...title,
    ...lines.flat(),
    ...Object.values(single),
  ]);
  return Object.entries(row.properties)
    .filter(([name, field]) => shown.has(name) || field["x-always"])
    .map(([name]) => name)
    .filter((name) => isVisible(row, { fields: [name] }, viewer));
}
