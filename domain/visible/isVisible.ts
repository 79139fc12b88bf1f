import { isAllowed, type Access, type Viewer } from "../access";
import { inputsOf } from "../computed/rule";
import type { RowSchema } from "../resource";
import { decidingFields } from "../condition/shownFields";

type Part = { access?: Access; fields?: readonly string[] };

/**
 * Returns whether the viewer may see a part: the part's own access rule and
 * the rules of all its fields must allow it, and of the fields in their `x-when`,
 * `x-computed` and `x-nameOf`. An
 * unknown field is not visible.
 * Tables, filters, sorts, search, export, URLs and the server all use it.
 */
export function isVisible(row: RowSchema, part: Part, viewer: Viewer): boolean {
  const fields = part.fields ?? [];
  return (
    isAllowed(part.access, viewer) &&
    fields.every((name) => {
      const field = Object.hasOwn(row.properties, name)
        ? row.properties[name]
        : undefined;
      return (
        field !== undefined &&
        isAllowed(field["x-access"], viewer) &&
        // A value here tells of the other fields.
        isVisible(
          row,
          {
            fields: [
              ...decidingFields(field),
              ...inputsOf(field),
              ...(field["x-nameOf"] === undefined ? [] : [field["x-nameOf"]]),
            ],
          },
          viewer,
        )
      );
    })
  );
}

type IsVisible = (
  access: Access | undefined,
  fields: readonly string[],
) => boolean;

/** Decides for one viewer which parts and fields of one row are visible. */
export type VisibilityCheck = {
  /** Undefined entries of `fields` are ignored. */
  isVisible: (
    access: Access | undefined,
    fields?: readonly (string | undefined)[],
  ) => boolean;
  /** Returns the visible fields, in the given order. */
  visibleFields: (fields: readonly string[]) => string[];
};

/** Returns the visibility check of a viewer over a row schema. */
export const createVisibilityCheck = (
  row: RowSchema,
  viewer: Viewer,
): VisibilityCheck =>
  visibilityCheckOf((access, fields) =>
    isVisible(row, { access, fields }, viewer),
  );

/** Builds a visibility check from its single predicate. */
export const visibilityCheckOf = (check: IsVisible): VisibilityCheck => ({
  isVisible: (access, fields = []) =>
    check(
      access,
      fields.filter((name) => name !== undefined),
    ),
  visibleFields: (fields) => fields.filter((name) => check(undefined, [name])),
});

/** Returns the part without its access rule, which viewers never receive. */
export function withoutAccess<Part extends { access?: Access }>(
  part: Part,
): Omit<Part, "access"> {
  const { access: _access, ...rest } = part;
  return rest;
}
