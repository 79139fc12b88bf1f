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

/** What one viewer may see of what stands on one row. */
export type Sight = {
  viewer: Viewer;
  /** Whether a part with this rule, standing on these fields, is seen. */
  sees: (
    access: Access | undefined,
    fields?: readonly (string | undefined)[],
  ) => boolean;
  /** Those of the fields that are seen. */
  seen: (fields: readonly string[]) => string[];
};

/** The sight of a viewer on a row schema. */
export function sightOf(row: RowSchema, viewer: Viewer): Sight {
  const sees: Sight["sees"] = (access, fields = []) => {
    const named = fields.filter((name) => name !== undefined);
    return isVisible(row, { access, fields: named }, viewer);
  };
  return {
    viewer,
    sees,
    seen: (fields) => fields.filter((name) => sees(undefined, [name])),
  };
}

/** A part without its rule: who else sees it is nobody's business. */
export function withoutAccess<Part extends { access?: Access }>(
  part: Part,
): Omit<Part, "access"> {
  const { access: _access, ...rest } = part;
  return rest;
}
