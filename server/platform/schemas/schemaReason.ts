import type { ErrorObject } from "ajv";
import { nearest, suggest } from "../nearest";
import { isObject } from "../pointer";

/** So many allowed values are listed where none is near. */
const mostListed = 30;
const longestShown = 60;

/** A value as a reason shows it. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a text",
  array: "a list",
  object: "an object",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

/** Types in words: `a text or null`. */
export const typeWords = (types: unknown): string =>
  [types]
    .flat()
    .map((type) => typeNames[String(type)] ?? String(type))
    .join(" or ");

/** A JSON Schema error, told in full by Ajv's `verbose`, in plain words. */
export function reasonOf(error: ErrorObject): string {
  const { keyword, params, data, parentSchema, message = "is wrong" } = error;
  switch (keyword) {
    case "additionalProperties":
      return unknownKey(String(params.additionalProperty), parentSchema);
    case "required":
      return `"${String(params.missingProperty)}" is missing`;
    case "enum":
      return noneOf(data, params.allowedValues);
    case "const":
      return `is ${show(data)}, not ${show(params.allowedValue)}`;
    case "type":
    case "anyOf":
    case "oneOf":
      return wrongType(data, typesOf(error));
    case "pattern":
      return unlike(error);
    case "minLength":
    case "minItems":
    case "minProperties":
      return Number(params.limit) === 1
        ? "is empty"
        : `has less than ${String(params.limit)} ${unitOf(keyword)}`;
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return `has more than ${String(params.limit)} ${unitOf(keyword)}`;
    case "minimum":
      return `${show(data)} is less than ${String(params.limit)}`;
    case "maximum":
      return `${show(data)} is more than ${String(params.limit)}`;
    case "uniqueItems":
      return `entry ${String(params.i)} is that of ${String(params.j)} again`;
    default:
      return message;
  }
}

const unitOf = (keyword: string): string =>
  keyword.endsWith("Length")
    ? "characters"
    : keyword.endsWith("Items")
      ? "entries"
      : "keys";

function unknownKey(name: string, parentSchema: unknown): string {
  const properties = isObject(parentSchema) ? parentSchema.properties : {};
  const names = Object.keys(isObject(properties) ? properties : {});
  return `unknown key "${name}"${suggest(name, names)}`;
}

function noneOf(value: unknown, allowed: unknown): string {
  const values: unknown[] = Array.isArray(allowed) ? allowed : [];
  const texts = values.filter((one) => typeof one === "string");
  const near = typeof value === "string" ? nearest(value, texts) : undefined;
  if (near !== undefined)
    return `${show(value)} is not known here; did you mean "${near}"?`;
  const listed = values.slice(0, mostListed).map(show).join(", ");
  return `${show(value)} is not known here; there is ${listed}`;
}

function typesOf({ params, schema }: ErrorObject): unknown {
  if (params.type !== undefined) return params.type;
  const parts: unknown[] = Array.isArray(schema) ? schema : [];
  return parts.map((part) =>
    isObject(part) ? (part.type ?? "something else") : "something else",
  );
}

function wrongType(value: unknown, types: unknown): string {
  const words = typeWords(types);
  return `is ${show(value)}, where ${words} is wanted`;
}

function unlike({ data, params, propertyName }: ErrorObject): string {
  const value = propertyName ?? data;
  const subject =
    propertyName === undefined ? show(value) : `"${propertyName}"`;
  return `${subject} is not of the form ${String(params.pattern)}`;
}
