import type { ErrorObject } from "ajv";
import { hintFor } from "../nearest";
import { isObject } from "../pointer";
import type { Message } from "../problem";

const longestShown = 60;

/** Returns a value as messages show it. */
export function show(value: unknown): string | Message {
  if (Array.isArray(value)) return { id: "typeList" };
  if (isObject(value)) return { id: "typeObject" };
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

const typeNames = {
  string: "typeText",
  array: "typeList",
  object: "typeObject",
  integer: "typeWhole",
  number: "typeNumber",
  boolean: "typeBoolean",
  null: "typeNull",
} as const;

const isTypeName = (name: unknown): name is keyof typeof typeNames =>
  typeof name === "string" && Object.hasOwn(typeNames, name);

/** Returns the types of a schema as messages name them: `text or null`. */
export const typeWords = (types: unknown): Message =>
  [types]
    .flat()
    .map((type): Message => ({
      id: isTypeName(type) ? typeNames[type] : "typeOther",
    }))
    .reduce((first, second) => ({ id: "either", values: { first, second } }));

/** Keywords with a limit, and the message about a value beyond it. */
const limits = {
  minLength: "tooShort",
  maxLength: "tooLong",
  minItems: "tooFewEntries",
  maxItems: "tooManyEntries",
  minProperties: "tooFewKeys",
  maxProperties: "tooManyKeys",
  minimum: "tooSmall",
  maximum: "tooLarge",
} as const;

const hasLimit = (keyword: string): keyword is keyof typeof limits =>
  Object.hasOwn(limits, keyword);

/** Returns the message of an error of an Ajv with the option `verbose`. */
export function messageOf(error: ErrorObject): Message {
  const { keyword, params, data, parentSchema, propertyName } = error;
  if (hasLimit(keyword)) {
    const limit = Number(params.limit);
    const isLeast = keyword.startsWith("min") && keyword !== "minimum";
    return isLeast && limit === 1
      ? { id: "isEmpty" }
      : { id: limits[keyword], values: { limit, value: show(data) } };
  }
  switch (keyword) {
    case "additionalProperties":
      return unknownKey(String(params.additionalProperty), parentSchema);
    case "required":
      return {
        id: "missing",
        values: { name: String(params.missingProperty) },
      };
    case "enum":
      return notAllowed(data, params.allowedValues);
    case "const": {
      const expected = show(params.allowedValue);
      return { id: "mustEqual", values: { expected, value: show(data) } };
    }
    case "type":
    case "anyOf":
    case "oneOf":
      return wrongType(data, typesOf(error));
    case "pattern": {
      const value = show(propertyName ?? data);
      const pattern = String(params.pattern);
      return { id: "wrongPattern", values: { value, pattern } };
    }
    case "uniqueItems": {
      const [first, second] = [Number(params.j), Number(params.i)];
      return { id: "equalEntries", values: { first, second } };
    }
    default:
      return { id: "invalid", values: { message: error.message ?? keyword } };
  }
}

/** Returns the message about a value of another type. */
export const wrongType = (value: unknown, types: unknown): Message => ({
  id: "wrongType",
  values: { value: show(value), types: typeWords(types) },
});

function unknownKey(name: string, parentSchema: unknown): Message {
  const properties = isObject(parentSchema) ? parentSchema.properties : {};
  const names = Object.keys(isObject(properties) ? properties : {});
  return { id: "unknownKey", values: { name, hint: hintFor(name, names) } };
}

function notAllowed(value: unknown, allowed: unknown): Message {
  const values: unknown[] = Array.isArray(allowed) ? allowed : [];
  const hint = hintFor(String(value), values.map(String));
  return { id: "notAllowed", values: { value: show(value), hint } };
}

function typesOf({ params, schema }: ErrorObject): unknown {
  if (params.type !== undefined) return params.type;
  const parts: unknown[] = Array.isArray(schema) ? schema : [];
  return parts.map((part) => (isObject(part) ? part.type : undefined));
}
