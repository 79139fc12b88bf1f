import type { Viewer } from "../../../domain/access";
import {
  readFieldsBody,
  versionField,
  type Field,
  type RowSchema,
} from "../../../domain/resource";
import { visibleRow } from "../../../domain/visible";
import { decidingFields } from "../../../domain/condition/shownFields";
import { isFilledIn } from "../../../domain/computed/rule";
import { isState } from "../../../domain/states";
import { isObject } from "../../platform/pointer";
import type {
  JsonSchema,
  SchemaRegistry,
} from "../../platform/schemas/registry";
import { schemaPart } from "../../platform/schemas/schemaPart";

/** Returns whether a body is written as the name of a row schema. */
const isRowBody = (reference: string): boolean => !reference.includes("#");

/**
 * Returns the schema of a body, cut to its viewer and without references, so
 * that a form can be drawn from it alone. The name of a row schema stands for
 * the fields that people fill in: all but those marked `x-core`, which the
 * program keeps, computed ones and states. The body of an action with `edits` has some of these fields, and
 * the version. Throws ProblemsFound if the schema does not exist.
 *
 * @example formSchema("user#/definitions/create", schemas, viewer)
 */
export function formSchema(
  reference: string,
  schemas: SchemaRegistry,
  viewer: Viewer,
): JsonSchema {
  const part = readFieldsBody(reference);
  if (part)
    return fieldsForm(visibleRow(schemas.row(part.row), viewer), part.fields);
  if (isRowBody(reference))
    return rowForm(visibleRow(schemas.row(reference), viewer));
  const named = schemaPart(schemas, reference);
  const [id = ""] = reference.split("#");
  const inlined = withoutReferences(named, { schemas, id, path: [reference] });
  if (!isObject(inlined.properties)) return inlined;
  const { $id: _, ...cut } = visibleRow(
    { ...inlined, $id: id } as RowSchema,
    viewer,
  );
  return cut;
}

/** Returns the schema of a record's body from a row schema. */
export function rowForm(row: RowSchema): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(row.properties).filter(
      ([, field]) => isFilledIn(field) && !isState(field),
    ),
  );
  return {
    title: row.title,
    type: "object",
    required: (row.required ?? []).filter((name) =>
      Object.hasOwn(properties, name),
    ),
    properties,
    additionalProperties: false,
  };
}

const version: Field = {
  title: "Version",
  type: "integer",
  minimum: 1,
  maximum: 2_147_483_647,
};

function fieldsForm(row: RowSchema, fields: readonly string[]): JsonSchema {
  const { required = [], properties } = row;
  const own = fields.flatMap((name) => {
    const field = properties[name];
    if (!field || !isFilledIn(field)) return [];
    // The other fields are missing here. The server validates the whole row. An empty field
    // keeps the values of several rows, so that it begins without a default.
    const isDecided = decidingFields(field).every((other) =>
      fields.includes(other),
    );
    const {
      "x-when": when,
      "x-requiredWhen": _needed,
      "x-neededWithout": _others,
      default: _default,
      ...rest
    } = field;
    const shown = when !== undefined && isDecided && { "x-when": when };
    return [[name, { ...rest, ...shown }] as const];
  });
  return {
    title: row.title,
    type: "object",
    required: required.filter((name) => fields.includes(name)),
    properties: { ...Object.fromEntries(own), [versionField]: version },
    additionalProperties: false,
  };
}

/**
 * Returns the schema of a change of some fields of a record: any of them, where
 * null clears a field, and the version that the change is based on.
 */
export function editSchema(
  row: RowSchema,
  fields: readonly string[],
): JsonSchema {
  const { properties, ...form } = fieldsForm(row, fields);
  const nullable = Object.entries(properties as RowSchema["properties"]).map(
    ([name, field]) => [
      name,
      name === versionField || isState(field) ? field : orNull(field),
    ],
  );
  return {
    ...form,
    required: [],
    properties: Object.fromEntries(nullable),
  };
}

/** A change of one field depends on the stored values of the others. */
const orNull = ({
  type,
  enum: choices,
  "x-when": _when,
  ...field
}: Field): Field => ({
  ...field,
  ...(type && { type: [...new Set([type, "null"].flat())] }),
  ...(choices && { enum: [...new Set([...choices, null])] }),
});

type Place = {
  schemas: SchemaRegistry;
  /** The schema that contains the part, for references such as `#/definitions`. */
  id: string;
  /** The references that lead here; a schema that contains itself ends there. */
  path: readonly string[];
};

function withoutReferences(schema: JsonSchema, place: Place): JsonSchema {
  const { $ref: reference, ...own } = schema;
  const parts = Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, inlined(value, place)]),
  );
  if (typeof reference !== "string") return parts;
  const full = reference.startsWith("#")
    ? `${place.id}${reference}`
    : reference;
  if (place.path.includes(full)) return parts;
  const [id = ""] = full.split("#");
  const { $id: _, $schema: __, ...target } = schemaPart(place.schemas, full);
  return {
    ...withoutReferences(target, { ...place, id, path: [...place.path, full] }),
    ...parts,
  };
}

function inlined(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((entry) => inlined(entry, place));
  return isObject(value) ? withoutReferences(value, place) : value;
}
