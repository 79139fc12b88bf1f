import {
  viewsOf,
  type Column,
  type Resource,
  type Sort,
  type View,
} from "../resource";
import { createSight, withoutAccess, type Sight } from "./isVisible";

/** The columns that are seen, each with the fields that are. */
export const visibleColumns = (
  { columns }: Pick<Resource, "columns">,
  { sees, seen }: Sight,
): Column[] =>
  columns
    .filter(({ access }) => sees(access))
    .map((column) => ({
      ...withoutAccess(column),
      fields: seen(column.fields),
    }))
    .filter(({ fields }) => fields.length > 0);

/**
 * The sight on what goes with the columns: cards and orders tell what a field
 * holds, so one that only hidden columns have is hidden there too.
 */
export function sightBeside(
  { columns }: Pick<Resource, "columns">,
  shown: readonly Column[],
  { sees }: Sight,
): Sight {
  const fieldsOf = (some: readonly Column[]) =>
    new Set(some.flatMap(({ fields }) => fields));
  const declared = fieldsOf(columns);
  const left = fieldsOf(shown);
  return createSight(
    (access, fields) =>
      sees(access, fields) &&
      fields.every((name) => left.has(name) || !declared.has(name)),
  );
}

/** The sorts that are seen: their own rule, and that of their field. */
export const visibleSorts = (
  { sorts }: Pick<Resource, "sorts">,
  { sees }: Sight,
): Sort[] =>
  sorts.filter(({ access, field }) => sees(access, [field])).map(withoutAccess);

/** The columns, none naming a sort that is not there. */
export function withSorts(
  columns: readonly Column[],
  sorts: readonly Sort[],
): Column[] {
  const ids = new Set(sorts.map(({ id }) => id));
  return columns.map(({ sort, ...column }) =>
    sort !== undefined && ids.has(sort) ? { ...column, sort } : column,
  );
}

/** The card with the fields that are seen; none where its title is not. */
export function visibleCard(
  { card }: Pick<Resource, "card">,
  { sees, seen }: Sight,
): Resource["card"] {
  const title = seen(card?.title ?? []);
  if (!card || title.length === 0) return undefined;
  const { badge, price, status, lines } = card;
  const single = Object.entries({ badge, price, status }).filter(
    ([, name]) => name !== undefined && sees(undefined, [name]),
  );
  return {
    title,
    ...Object.fromEntries(single),
    // A line that lost all of its fields stays: its place has a meaning.
    ...(lines ? { lines: lines.map(seen) } : {}),
  };
}

/** The views that are seen; the plain one where there is no other. */
export function visibleViews(resource: Resource, { sees }: Sight): View[] {
  const views = resource.views.filter(
    (one) => typeof one === "string" || sees(one.access),
  );
  return views.length > 0 ? viewsOf({ views }) : ["default"];
}
