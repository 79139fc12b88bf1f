import {
  filterSend,
  isDate,
  type Field,
  type Filter,
  type Resource,
  type RowSchema,
} from "../resource";
import { endSchema } from "./kinds/dates";
import { filterKind, parameterSchemas } from "./kinds/kinds";
import { longestText } from "./kinds/text";
import { pageSizesOf } from "./state";

/** The file formats of an export. */
export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

type QuerySchema = {
  type: "object";
  additionalProperties: false;
  properties: Record<string, object>;
};

/** Room for a hundred names of columns or filters. */
const longestNames = 4100;
const names = "^([a-z][A-Za-z0-9]{0,39}(,[a-z][A-Za-z0-9]{0,39})*)?$";

/**
 * Returns the query schema of the filters and the search, derived from the
 * declaration and the row. OpenAPI shows it and calls are first checked by it;
 * `readCall` then checks the exact values.
 */
export function filterQuerySchema(
  resource: Resource,
  row: RowSchema,
): QuerySchema {
  const properties: Record<string, object> = {};
  for (const filter of resource.filters) {
    const field = row.properties[filter.field];
    if (!field) continue;
    const names = filterSend(filter);
    for (const name of names)
      properties[name] =
        isDate(field) && names.length === 2
          ? { type: "string", description: field.title, ...endSchema() }
          : parameterSchema(field, filter);
    if (filter.also) properties[filter.also] = parameterSchema(field, filter);
  }
  for (const name of resource.ignores ?? [])
    properties[name] ??= {
      type: "string",
      description: "Without effect",
      maxLength: longestText,
    };
  const [parameterName, textName] = resource.search?.send ?? [];
  if (parameterName && textName) {
    const values = resource.search?.parameters.map(({ value }) => value) ?? [];
    properties[parameterName] = { type: "string", enum: ["", ...values] };
    properties[textName] = { type: "string", maxLength: longestText };
  }
  return { type: "object", additionalProperties: false, properties };
}

/**
 * Returns the query schema of the facets call. `facets` names the wanted ones;
 * by default the reply has all of them.
 */
export function facetsQuerySchema(
  resource: Resource,
  row: RowSchema,
): QuerySchema {
  const schema = filterQuerySchema(resource, row);
  schema.properties.facets = {
    type: "string",
    description: "Ids of filters; all unless named",
    maxLength: longestNames,
    pattern: names,
  };
  return schema;
}

/**
 * Returns the query schema of the list call: filters, search, sort and page.
 */
export function listQuerySchema(
  resource: Resource,
  row: RowSchema,
): QuerySchema {
  const schema = filterQuerySchema(resource, row);
  Object.assign(schema.properties, {
    sort: { type: "string", enum: ["", ...resource.sorts.map(({ id }) => id)] },
    order: { type: "string", enum: ["", "ASC", "DESC", "asc", "desc"] },
    page: { type: "string", pattern: "^[1-9]\\d{0,14}$" },
    pageSize: { type: "string", enum: pageSizesOf(resource).map(String) },
  });
  return schema;
}

/**
 * Returns the query schema of the export call: the query of the list, whose
 * page is ignored, with the format and the wanted columns.
 */
export function exportQuerySchema(
  resource: Resource,
  row: RowSchema,
): QuerySchema & { required: string[] } {
  const schema = listQuerySchema(resource, row);
  Object.assign(schema.properties, {
    format: { type: "string", enum: exportFormats },
    columns: {
      type: "string",
      description: "Ids of columns, in order",
      maxLength: longestNames,
      pattern: names,
    },
  });
  return { ...schema, required: ["format"] };
}

/** Returns the schema of a filter's parameter. */
const parameterSchema = (field: Field, filter: Filter): object => ({
  type: "string",
  description: field.title,
  ...parameterSchemas[filterKind(field, filter)]({ filter, field }),
});

/**
 * Returns the schema of a reply's row with these fields. Fields with an access
 * rule are not required, because some viewers do not get them.
 */
export function rowReplySchema(row: RowSchema, fields: readonly string[]) {
  const properties = Object.fromEntries(
    fields.flatMap((name) => {
      const field = row.properties[name];
      return field ? [[name, field] as const] : [];
    }),
  );
  return {
    type: "object",
    additionalProperties: false,
    // Stored rows may lack a field that became required later.
    required: (row.required ?? []).filter(
      (name) => properties[name]?.["x-core"] && !properties[name]["x-access"],
    ),
    properties,
  };
}
