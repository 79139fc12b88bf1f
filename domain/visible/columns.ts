import {
  viewsOf,
  type Column,
  type Resource,
  type Sort,
  type View,
} from "../resource";
import { withoutAccess, type Sight } from "./isVisible";

/** The sorts that are seen: their own rule, and that of their field. */
export const visibleSorts = (
  { sorts }: Pick<Resource, "sorts">,
  { sees }: Sight,
): Sort[] =>
  sorts.filter(({ access, field }) => sees(access, [field])).map(withoutAccess);

/** The columns that are seen, each with the fields and the sort that are. */
export function visibleColumns(
  { columns }: Pick<Resource, "columns">,
  sorts: readonly Sort[],
  { sees, seen }: Sight,
): Column[] {
  const sortIds = new Set(sorts.map(({ id }) => id));
  return columns
    .filter(({ access }) => sees(access))
    .map((column) => {
      const { sort, ...rest } = withoutAccess(column);
      return {
        ...rest,
        fields: seen(column.fields),
        ...(sort !== undefined && sortIds.has(sort) ? { sort } : {}),
      };
    })
    .filter(({ fields }) => fields.length > 0);
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
