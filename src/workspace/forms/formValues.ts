import { fieldType, type Field } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";

/** The schema of a body: an object with named properties. */
export type BodySchema = {
  title?: string;
  /** The schema whose texts in the locales the form uses. */
  "x-texts"?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, BodyField>>;
};

/** A property of a body; an object has properties of its own. */
export type BodyField = Field & {
  default?: unknown;
  required?: readonly string[];
  properties?: Readonly<Record<string, BodyField>>;
};

export type Values = Readonly<Record<string, unknown>>;

const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/**
 * Returns the properties of the schema whose values differ. A missing value
 * equals null.
 */
export const differingFields = (
  { properties = {} }: BodySchema,
  left: Values,
  right: Values,
): string[] =>
  Object.keys(properties).filter((name) => !isSame(left[name], right[name]));

const takesNull = ({ type }: Field): boolean =>
  Array.isArray(type) && type.includes("null");

/**
 * Returns the values that a form begins with: the row's, else the defaults of
 * the schema. A required flag without a value is off.
 */
export function initialValues(schema: BodySchema, row: Row = {}): Values {
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]): [string, unknown][] => {
      const value = row[name] ?? field.default;
      if (value !== undefined && value !== null) return [[name, value]];
      const isFlag = fieldType(field) === "boolean" && !takesNull(field);
      return isFlag && required.includes(name) ? [[name, false]] : [];
    }),
  );
}

/**
 * Returns the body of the call: texts are trimmed, and an empty field is null if
 * the schema takes null, else it is left out.
 *
 * @example bodyOf(schema, { note: " " }) // { note: null }
 */
export function bodyOf(schema: BodySchema, values: Values): Values {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(
      ([name, field]): [string, unknown][] => {
        const value = sentValue(field, values[name]);
        return value === undefined ? [] : [[name, value]];
      },
    ),
  );
}

function sentValue(field: BodyField, value: unknown): unknown {
  const trimmed = typeof value === "string" ? value.trim() : value;
  if (trimmed === undefined || trimmed === null || trimmed === "")
    return takesNull(field) ? null : undefined;
  if (field.properties && typeof trimmed === "object")
    return bodyOf(field, trimmed as Values);
  return trimmed;
}
