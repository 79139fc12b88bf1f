import {
  fieldType,
  filterSend,
  isDate,
  type Field,
  type Filter,
  type Resource,
  type RowSchema,
} from "../resource";
import { exportFormats } from "./exportFormat";
import { filterKind } from "./filterKind";
import { longestChoices, longestText } from "./filterText";
import { pageSizesOf } from "./page";

type QuerySchema = {
  type: "object";
  additionalProperties: false;
  properties: Record<string, object>;
};

/** A hundred names of columns or filters. */
const longestNames = 4100;
const names = "^([a-z][A-Za-z0-9]{0,39}(,[a-z][A-Za-z0-9]{0,39})*)?$";
const number = "-?\\d{1,10}(\\.\\d{1,5})?";
const day = "\\d{4}-\\d{2}-\\d{2}";
const patterns = {
  terms: "(-1|[1-9]\\d{0,8}(,[1-9]\\d{0,8})*)",
  days: `${day}(,${day})*`,
  range: `(${number})?,(${number})?`,
  dates: `(${day})?,(${day})?`,
  flag: "[01]",
};

/**
 * The query schema of the call that narrows a list, derived from declaration
 * and row so that no file repeats it. It is what OpenAPI shows and the first
 * check of a call; `readCall` is the exact one.
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
          ? daySchema(field)
          : parameterSchema(field, filter);
  }
  const [parameterName, textName] = resource.search?.send ?? [];
  if (parameterName && textName) {
    const values = resource.search?.parameters.map(({ value }) => value) ?? [];
    properties[parameterName] = { type: "string", enum: ["", ...values] };
    properties[textName] = { type: "string", maxLength: longestText };
  }
  return { type: "object", additionalProperties: false, properties };
}

/**
 * The query schema of the facets call: what narrows the list, and which facets
 * are wanted, all when none is named.
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

/** The query schema of the list call: that of the filters, sort and page. */
export function listQuerySchema(
  resource: Resource,
  row: RowSchema,
): QuerySchema {
  const schema = filterQuerySchema(resource, row);
  Object.assign(schema.properties, {
    sort: { type: "string", enum: ["", ...resource.sorts.map(({ id }) => id)] },
    order: { type: "string", enum: ["", "ASC", "DESC", "asc", "desc"] },
    page: { type: "string", pattern: "^[1-9]\\d{0,6}$" },
    pageSize: { type: "string", enum: pageSizesOf(resource).map(String) },
  });
  return schema;
}

/**
 * The query schema of the export call: that of the list, whose page is passed
 * over, the format, and which columns are wanted, all when none is named.
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

/** Either end of a period that the call names apart. */
const daySchema = (field: Field): object => ({
  type: "string",
  description: field.title,
  maxLength: 10,
  pattern: `^(${day})?$`,
});

function parameterSchema(field: Field, filter: Filter): object {
  const kind = filterKind(field, filter);
  const description = field.title;
  const matching = (pattern: string, maxLength: number) => ({
    type: "string",
    description,
    maxLength,
    pattern: `^(${pattern})?$`,
  });
  if (kind.kind !== "choices") {
    return kind.kind === "text"
      ? { type: "string", description, maxLength: longestText }
      : matching(patterns[kind.kind], 40);
  }
  if (kind.of === "terms") return matching(patterns.terms, 2000);
  if (kind.of === "days") return matching(patterns.days, 2000);
  const values = (field.enum ?? []).filter((value) => value !== null);
  const listed = values.length > 0 ? `: ${values.join(", ")}` : "";
  return {
    type: "string",
    description: `${description ?? fieldType(field)}${listed}`,
    maxLength: longestChoices,
  };
}

/**
 * The row of a reply that carries these fields: only fields that are always
 * there are required, since a viewer may lack the others, and none that is kept
 * from some.
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
    required: (row.required ?? []).filter(
      (name) => properties[name] && !properties[name]["x-access"],
    ),
    properties,
  };
}
