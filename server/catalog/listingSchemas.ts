import {
  filterQuerySchema,
  rowReplySchema,
} from "../../domain/listing/querySchema";
import { longestText } from "../../domain/listing/filterText";
import type { Resource, RowSchema } from "../../domain/resource";
import type { JsonSchema } from "../platform/schemas/registry";

/** Returns the schema of a list's reply, with the declared name of the rows. */
export function listReplySchema(
  resource: Resource,
  row: RowSchema,
): JsonSchema {
  const { rows } = resource.calls.list;
  return {
    type: "object",
    required: ["success", rows, "pageInfo"],
    properties: {
      success: { const: true },
      [rows]: {
        type: "array",
        items: rowReplySchema(row, Object.keys(row.properties)),
      },
      pageInfo: { $ref: "page-info" },
    },
    additionalProperties: false,
  };
}

/**
 * Returns the schema of the query of an options call: the filters of the list,
 * `search`, and the parameter `as` of the filter that the options depend on.
 */
export function optionsQuerySchema(
  resource: Resource,
  row: RowSchema,
  as: string | undefined,
): JsonSchema {
  const { properties, ...schema } = filterQuerySchema(resource, row);
  return {
    ...schema,
    properties: {
      ...properties,
      ...(as
        ? { [as]: { type: "string", pattern: "^([1-9]\\d{0,8})?$" } }
        : {}),
      search: { type: "string", maxLength: longestText },
    },
  };
}
