import { isEqual, valueAt } from "../../../domain/formats";
import { fieldType, type Field } from "../../../domain/resource";
import { initialValue, type Beginning } from "../../../domain/initialValue";
import { isShown } from "../../../domain/condition/shownFields";
import { isCopied } from "../../../domain/recordReference";
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
export type BodyField = Field & { default?: unknown };

export type Values = Readonly<Record<string, unknown>>;

/** A missing value and an empty list equal null; the order of keys does not count. */
export const isSame = (left: unknown, right: unknown): boolean =>
  isEqual(nullIfEmpty(left), nullIfEmpty(right));

const nullIfEmpty = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? null : (value ?? null);

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
 * Returns the values that a form begins with: the row's, and the initial values of fields
 * that the row does not have. A required flag without a value is off.
 */
export function initialValues(
  schema: BodySchema,
  row: Row = {},
  beginning: Beginning,
): Values {
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]): [string, unknown][] => {
      const value = Object.hasOwn(row, name)
        ? row[name]
        : initialValue(field, beginning);
      if (value !== undefined && value !== null) return [[name, value]];
      const isFlag = fieldType(field) === "boolean" && !takesNull(field);
      return isFlag && required.includes(name) ? [[name, false]] : [];
    }),
  );
}

/**
 * Returns the body of the call: texts are trimmed unless they are secret, and an empty field is null if
 * the schema takes null, else it is left out. A field that the form does not show beside
 * these values, because of its `x-when` or because it is copied, is left out.
 *
 * @example bodyOf(schema, { note: " " }) // { note: null }
 */
export function bodyOf(
  { properties = {} }: Pick<BodySchema, "properties">,
  values: Values,
): Values {
  const body = Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]): [string, unknown][] => {
      const value = sentValue(field, values[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name]) =>
        isShown(name, properties, body) &&
        !isCopied(properties[name] ?? {}, body),
    ),
  );
}

function sentValue(field: BodyField, value: unknown): unknown {
  const trimmed =
    typeof value === "string" && !field.writeOnly ? value.trim() : value;
  if (trimmed === undefined || trimmed === null || trimmed === "")
    return takesNull(field) ? null : undefined;
  if (field.properties && typeof trimmed === "object")
    return bodyOf(field, trimmed as Values);
  if (Array.isArray(trimmed) && isListOfObjects(field))
    return trimmed.length === 0 && takesNull(field)
      ? null
      : trimmed.map((entry) => bodyOf(field.items ?? {}, entry as Values));
  return trimmed;
}

/** Returns whether the entries of a list have fields. */
export const isListOfObjects = ({ items }: BodyField): boolean =>
  items?.properties !== undefined;

/**
 * Returns the errors that still hold after a change: their values are the same, in lists of
 * the same length.
 */
export const keptErrors = <Text>(
  errors: Readonly<Record<string, Text>>,
  before: Values,
  after: Values,
): Record<string, Text> =>
  Object.fromEntries(
    Object.entries(errors).filter(([place]) => {
      const path = place.split(".");
      return path.every((_step, index) => {
        const part = path.slice(0, index + 1);
        const [old, now] = [valueAt(before, part), valueAt(after, part)];
        if (Array.isArray(old) && Array.isArray(now) && index < path.length - 1)
          return old.length === now.length;
        return index < path.length - 1 || isSame(old, now);
      });
    }),
  );

/** Returns the choices of a field that a form offers. */
export type ChoicesOf = (
  name: string,
  field: Field & Required<Pick<Field, "enum">>,
) => NonNullable<Field["enum"]>;
export const allChoices: ChoicesOf = (_name, field) => field.enum;

/** Returns the schema without the properties and choices that are not asked for. */
export function askedSchema(
  schema: BodySchema,
  {
    fixed,
    isPartial,
    choicesOf,
  }: { fixed: Values; isPartial: boolean; choicesOf: ChoicesOf },
): BodySchema {
  const isAsked = (name: string) => !Object.hasOwn(fixed, name);
  const { properties = {}, required = [] } = schema;
  return {
    ...schema,
    required: isPartial ? [] : required.filter(isAsked),
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => isAsked(name))
        .map(([name, field]) => [
          name,
          field.enum
            ? {
                ...field,
                enum: choicesOf(name, { ...field, enum: field.enum }),
              }
            : field,
        ]),
    ),
  };
}
