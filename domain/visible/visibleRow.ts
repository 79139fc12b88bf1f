import type { Viewer } from "../access";
import type { Field, RowSchema } from "../resource";
import { isVisible } from "./isVisible";

/** The row schema without the fields that the viewer may not see. */
export function visibleRow(row: RowSchema, viewer: Viewer): RowSchema {
  const fields = Object.entries(row.properties).filter(([name]) =>
    isVisible(row, { fields: [name] }, viewer),
  );
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [name, withoutRule(field)]),
  );
  return {
    ...row,
    properties,
    ...(row.required
      ? {
          required: row.required.filter((name) =>
            Object.hasOwn(properties, name),
          ),
        }
      : {}),
  };
}

function withoutRule(field: Field): Field {
  const { "x-access": _access, ...rest } = field;
  return rest;
}
