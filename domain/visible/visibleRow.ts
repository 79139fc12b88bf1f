import { roleOf, type Viewer } from "../access";
import { forRole, type Field, type RowSchema } from "../resource";
import { isVisible } from "./isVisible";

/**
 * Returns the row schema without hidden fields and access rules. `x-choices`
 * is resolved to the viewer's role.
 */
export function visibleRow(row: RowSchema, viewer: Viewer): RowSchema {
  const fields = Object.entries(row.properties).filter(([name]) =>
    isVisible(row, { fields: [name] }, viewer),
  );
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [name, forViewer(field, viewer)]),
  );
  const { required } = row;
  return {
    ...row,
    properties,
    ...(required
      ? {
          required: required.filter((name) => Object.hasOwn(properties, name)),
        }
      : {}),
  };
}

function forViewer(field: Field, viewer: Viewer): Field {
  const { "x-access": _access, "x-choices": words, ...rest } = field;
  return words === undefined
    ? rest
    : { ...rest, "x-choices": forRole(words, roleOf(viewer)) };
}
