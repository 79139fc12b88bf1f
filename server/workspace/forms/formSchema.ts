import type { Viewer } from "../../../domain/access";
import type { RowSchema } from "../../../domain/resource";
import { visibleRow } from "../../../domain/visible";
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
 * program keeps. Throws ProblemsFound if the schema does not exist.
 *
 * @example formSchema("user#/definitions/create", schemas, viewer)
 */
export function formSchema(
  reference: string,
  schemas: SchemaRegistry,
  viewer: Viewer,
): JsonSchema {
  if (isRowBody(reference))
    return rowForm(visibleRow(schemas.row(reference), viewer));
  const part = schemaPart(schemas, reference);
  const [id = ""] = reference.split("#");
  const inlined = withoutReferences(part, { schemas, id, path: [reference] });
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
    Object.entries(row.properties).filter(([, field]) => !field["x-core"]),
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
