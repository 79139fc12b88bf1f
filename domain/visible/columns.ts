import type { FormFill } from "../formFill";
import {
  viewsOf,
  type Column,
  type Resource,
  type RowSchema,
  type Sort,
} from "../resource";
import {
  visibilityCheckOf,
  withoutAccess,
  type VisibilityCheck,
} from "./isVisible";

/** Returns the visible columns with their visible fields and actions. */
export const visibleColumns = (
  { columns, actions = [] }: Pick<Resource, "columns" | "actions">,
  { isVisible, visibleFields }: VisibilityCheck,
): Column[] =>
  columns
    .filter(({ access }) => isVisible(access))
    .map(({ refersTo, action, ...column }) => ({
      ...withoutAccess(column),
      ...(actions.some(
        ({ id, access }) => id === action && isVisible(access),
      ) && {
        action,
      }),
      fields: visibleFields(column.fields),
      ...(refersTo && isVisible(undefined, [refersTo.by]) && { refersTo }),
    }))
    .filter(({ fields }) => fields.length > 0);

/**
 * Returns a check that also hides fields which appear only in hidden columns.
 * Cards and sort orders use it, because they would reveal the field's values.
 */
export function withoutHiddenColumnFields(
  { columns }: Pick<Resource, "columns">,
  visible: readonly Column[],
  { isVisible }: VisibilityCheck,
): VisibilityCheck {
  const fieldsOf = (some: readonly Column[]) =>
    new Set(some.flatMap(({ fields }) => fields));
  const declaredFields = fieldsOf(columns);
  const shownFields = fieldsOf(visible);
  return visibilityCheckOf(
    (access, fields) =>
      isVisible(access, fields) &&
      fields.every(
        (name) => shownFields.has(name) || !declaredFields.has(name),
      ),
  );
}

/** Returns the sorts whose own rule and field are visible. */
export const visibleSorts = (
  { sorts }: Pick<Resource, "sorts">,
  { isVisible }: VisibilityCheck,
): Sort[] =>
  sorts
    .filter(({ access, field }) => isVisible(access, [field]))
    .map(withoutAccess);

/** Returns the columns without references to sorts that are not listed. */
export function withSorts(
  columns: readonly Column[],
  sorts: readonly Sort[],
): Column[] {
  const ids = new Set(sorts.map(({ id }) => id));
  return columns.map(({ sort, ...column }) =>
    sort !== undefined && ids.has(sort) ? { ...column, sort } : column,
  );
}

/** Returns the card with its visible fields; undefined if its title is hidden. */
export function visibleCard(
  { card }: Pick<Resource, "card">,
  { isVisible, visibleFields }: VisibilityCheck,
): Resource["card"] {
  const title = visibleFields(card?.title ?? []);
  if (!card || title.length === 0) return undefined;
  const { badge, due, price, status, mark, lines, amounts } = card;
  const single = Object.entries({ badge, due, price, status, mark }).filter(
    ([, name]) => name !== undefined && isVisible(undefined, [name]),
  );
  return {
    title,
    ...Object.fromEntries(single),
    // An empty line stays, because the position of a line has a meaning.
    ...(lines ? { lines: lines.map(visibleFields) } : {}),
    ...(amounts ? { amounts: visibleFields(amounts) } : {}),
  };
}

/**
 * Returns the layout of the forms without hidden fields of the row and without sections
 * that have no other field. The fields of other bodies are cut with these bodies.
 */
export function visibleForm(
  { form }: Pick<Resource, "form">,
  { properties }: RowSchema,
  { isVisible }: VisibilityCheck,
): Resource["form"] {
  const sections = (form?.sections ?? [])
    .map(({ fillFrom, ...section }) => ({
      ...section,
      ...(fillFrom && { fillFrom: visibleFill(fillFrom, { isVisible }) }),
      fields: section.fields.filter(
        (name) =>
          !Object.hasOwn(properties, name) || isVisible(undefined, [name]),
      ),
    }))
    .filter(({ fields }) => fields.length > 0);
  return sections.length > 0 ? { sections } : undefined;
}

/** Returns how a section fills fields, with the visible fields. The browser knows the other list. */
const visibleFill = (
  { filter, by, fields, ...fill }: FormFill,
  { isVisible }: Pick<VisibilityCheck, "isVisible">,
): FormFill => ({
  ...fill,
  ...(by !== undefined && isVisible(undefined, [by]) && { filter, by }),
  fields: Object.fromEntries(
    Object.entries(fields).filter(([name]) => isVisible(undefined, [name])),
  ),
});

/** Returns the visible views, or the default view if all are hidden. */
export function visibleViews(
  resource: Resource,
  { isVisible }: VisibilityCheck,
): ReturnType<typeof viewsOf> {
  const views = resource.views.filter(
    (entry) => typeof entry === "string" || isVisible(entry.access),
  );
  return views.length > 0 ? viewsOf({ views }) : ["default"];
}

/** Returns the viewer's rules of saved views; without `share` for others. */
export const visibleSavedViews = (
  { savedViews }: Pick<Resource, "savedViews">,
  { isVisible }: VisibilityCheck,
): Resource["savedViews"] =>
  savedViews?.share && isVisible(savedViews.share.access)
    ? { share: {} }
    : savedViews && {};
