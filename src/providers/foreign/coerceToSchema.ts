import { isFields, type Fields } from "../../../domain/formats";

/** The keywords of JSON Schema that determine how a value is converted. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  pattern?: string;
  items?: Schema;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  "x-unit"?: string;
};

/** Returns the schema of a `$ref`; throws if it does not exist. */
export type FindSchema = (ref: string) => Schema;

/**
 * Converts a value of another server to its schema: ids become text, texts such
 * as "62,400" become numbers, times without a zone get Japan's, and texts with
 * `#` become lists. Missing required fields become null, false or empty, and a
 * nullable yen field of 0 becomes null. Unknown fields are kept.
 */
export function coerceToSchema(
  schema: Schema,
  value: unknown,
  find: FindSchema,
): unknown {
  if (schema.$ref !== undefined)
    return coerceToSchema(find(schema.$ref), value, find);
  const { type = [] } = schema;
  const types = typeof type === "string" ? [type] : type;
  const converted = convert(types, schema, value, find);
  if (converted !== null && converted !== undefined) return converted;
  return types.includes("null") ? null : emptyOf(types, schema, find);
}

function convert(
  types: readonly string[],
  schema: Schema,
  value: unknown,
  find: FindSchema,
): unknown {
  if (value === null || value === undefined) return null;
  if (types.includes("array")) return convertList(schema, value, find);
  if (types.includes("object")) return convertFields(schema, value, find);
  if (types.includes("boolean")) return readBoolean(value);
  if (types.includes("integer") || types.includes("number")) {
    const number = readNumber(value);
    const hasNoZero = schema["x-unit"] === "yen" && types.includes("null");
    return number === 0 && hasNoZero ? null : number;
  }
  return types.includes("string") ? convertText(schema, value) : value;
}

function convertText(schema: Schema, value: unknown): string | null {
  if (schema.format === "date-time") return readMoment(value);
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value);
  const isWrong =
    schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(text);
  return text === "" || isWrong ? null : text;
}

const convertList = (
  { items = {} }: Schema,
  value: unknown,
  find: FindSchema,
): unknown[] =>
  readList(value).map((item) => coerceToSchema(items, item, find));

function convertFields(
  schema: Schema,
  value: unknown,
  find: FindSchema,
): Fields | null {
  // PHP encodes an empty object as an empty list.
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isFields(value)) return null;
  const { properties = {}, required = [], additionalProperties } = schema;
  const result: Record<string, unknown> = { ...value };
  if (typeof additionalProperties === "object")
    for (const name of Object.keys(value))
      result[name] = coerceToSchema(additionalProperties, value[name], find);
  for (const [name, field] of Object.entries(properties))
    if (value[name] !== undefined || required.includes(name))
      result[name] = coerceToSchema(field, value[name], find);
  return result;
}

/** Returns the value for a missing required field; an enum stays undefined. */
function emptyOf(
  types: readonly string[],
  schema: Schema,
  find: FindSchema,
): unknown {
  if (schema.enum) return undefined;
  if (types.includes("array")) return [];
  if (types.includes("object")) return convertFields(schema, {}, find);
  if (types.includes("boolean")) return false;
  if (types.includes("integer") || types.includes("number")) return 0;
  return types.includes("string") ? "" : undefined;
}

const yes = new Set<unknown>([true, 1, "1", "true"]);
const no = new Set<unknown>([false, 0, "0", "false"]);

/** Reads a boolean in any of the usual spellings; null for other values. */
export function readBoolean(value: unknown): boolean | null {
  if (yes.has(value)) return true;
  return no.has(value) ? false : null;
}

/** Reads a number, also from texts such as `62,400` or `1 998 cc`; else null. */
export function readNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return null;
  const digits = /^-?\d+(\.\d+)?/.exec(value.replace(/[\s,\u00a0\u202f]/g, ""));
  return digits ? Number(digits[0]) : null;
}

/** Reads a list, also from a text with `#` separators. */
export function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== "string") return [];
  return value
    .split("#")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;
const withoutZone = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?(\.\d+)?$/;

/**
 * Reads a time and returns it in ISO 8601. Times without a zone are in Japan's.
 * A date stays a date. Null for other values.
 */
export function readMoment(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const [, day, minutes, seconds = ":00"] = withoutZone.exec(value) ?? [];
  const text = day ? `${day}T${minutes ?? ""}${seconds}+09:00` : value;
  const isMoment = dayOnly.test(text) || text.includes("T");
  return isMoment && !Number.isNaN(Date.parse(text)) ? text : null;
}
