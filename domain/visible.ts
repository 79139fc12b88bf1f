import { isAllowed, type Access, type Viewer } from "./access";
import { filterId, type Resource, type RowSchema } from "./resource";

type Part = { access?: Access; fields?: readonly string[] };

/**
 * The one answer to "may this viewer see that part": its own access rule and
 * that of each field it stands on. Asked by table, filters, sorts, search,
 * export, URL and server alike.
 */
export function isVisible(row: RowSchema, part: Part, viewer: Viewer): boolean {
  const fields = part.fields ?? [];
  return (
    isAllowed(part.access, viewer) &&
    fields.every((name) => {
      const field = row.properties[name];
      return field !== undefined && isAllowed(field["x-access"], viewer);
    })
  );
}

/**
 * The declaration cut to what the viewer may see; null when that is nothing.
 * A column of several fields keeps those the viewer may see.
 */
export function visibleResource(
  resource: Resource,
  row: RowSchema,
  viewer: Viewer,
): Resource | null {
  if (!isAllowed(resource.access, viewer)) return null;
  const sees = (access: Access | undefined, fields: readonly string[]) =>
    isVisible(row, { access, fields }, viewer);
  const seen = (fields: readonly string[]) =>
    fields.filter((field) => sees(undefined, [field]));

  const sorts = resource.sorts.filter((sort) =>
    sees(sort.access, [sort.field]),
  );
  const sortIds = new Set(sorts.map((sort) => sort.id));
  const columns = resource.columns
    .filter((column) => isAllowed(column.access, viewer))
    .map((column) => ({
      ...column,
      fields: seen(column.fields),
      sort: column.sort && sortIds.has(column.sort) ? column.sort : undefined,
    }))
    .filter((column) => column.fields.length > 0);
  const filters = resource.filters.filter((filter) =>
    sees(filter.access, [filter.field]),
  );
  const filterIds = new Set(filters.map(filterId));
  const parameters = resource.search?.parameters
    .map((parameter) => ({ ...parameter, fields: seen(parameter.fields) }))
    .filter((parameter) => parameter.fields.length > 0);
  return {
    ...resource,
    columns,
    filters,
    sorts,
    search:
      resource.search && parameters?.length
        ? { ...resource.search, parameters }
        : undefined,
    tabs:
      resource.tabs && filterIds.has(resource.tabs.filter)
        ? {
            ...resource.tabs,
            values: resource.tabs.values.filter((tab) =>
              isAllowed(tab.access, viewer),
            ),
          }
        : undefined,
    card: resource.card && {
      ...resource.card,
      title: seen(resource.card.title),
      lines: resource.card.lines?.map(seen),
    },
  };
}

/**
 * The fields a reply carries for a resource that is already cut to its viewer:
 * those of its columns and card, and those marked `x-always`.
 */
export function replyFields(
  resource: Resource,
  row: RowSchema,
  viewer: Viewer,
): string[] {
  const { card } = resource;
  const wanted = new Set([
    resource.key,
    ...resource.columns.flatMap((column) => column.fields),
    ...(card
      ? [
          ...card.title,
          ...(card.lines ?? []).flat(),
          ...[card.badge, card.price, card.status].filter(
            (name) => name !== undefined,
          ),
        ]
      : []),
  ]);
  return Object.entries(row.properties)
    .filter(([name, field]) => wanted.has(name) || field["x-always"])
    .map(([name]) => name)
    .filter((name) => isVisible(row, { fields: [name] }, viewer));
}
