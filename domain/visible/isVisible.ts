import { isAllowed, type Access, type Viewer } from "../access";
import type { RowSchema } from "../resource";

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
      const field = Object.hasOwn(row.properties, name)
        ? row.properties[name]
        : undefined;
      return field !== undefined && isAllowed(field["x-access"], viewer);
    })
  );
}

/** Whether a part with this rule, standing on these fields, is seen. */
type Sees = (access: Access | undefined, fields: readonly string[]) => boolean;

/** What one viewer may see of what stands on one row. */
export type Sight = {
  /** A field that is not named hides nothing. */
  sees: (
    access: Access | undefined,
    fields?: readonly (string | undefined)[],
  ) => boolean;
  /** Those of the fields that are seen. */
  seen: (fields: readonly string[]) => string[];
};

/** The sight of a viewer on a row schema. */
export const sightOf = (row: RowSchema, viewer: Viewer): Sight =>
  createSight((access, fields) => isVisible(row, { access, fields }, viewer));

/** A sight by its one question. */
export const createSight = (sees: Sees): Sight => ({
  sees: (access, fields = []) =>
    sees(
      access,
      fields.filter((name) => name !== undefined),
    ),
  seen: (fields) => fields.filter((name) => sees(undefined, [name])),
});

/** A part without its rule: who else sees it is nobody's business. */
export function withoutAccess<Part extends { access?: Access }>(
  part: Part,
): Omit<Part, "access"> {
  const { access: _access, ...rest } = part;
  return rest;
}
