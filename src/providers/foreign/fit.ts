import { readBoolean, readList, readMoment, readNumber } from "./values";

/** What of a JSON Schema says how a value is written. */
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

/** Finds the schema of a `$ref`; throws for one that is not there. */
export type FindSchema = (ref: string) => Schema;

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The value as its schema wants it written: ids as text, numbers from text
 * such as "62,400", times without a zone as Japan's, lists from texts parted
 * by `#`, what must be there and is not as null, false or empty. What the
 * schema does not know is kept. A yen field that may be null has no zero.
 */
export function fit(schema: Schema, value: unknown, find: FindSchema): unknown {
  if (schema.$ref !== undefined) return fit(find(schema.$ref), value, find);
  const { type = [] } = schema;
  const types = typeof type === "string" ? [type] : type;
  const written = write(types, schema, value, find);
  if (written !== null && written !== undefined) return written;
  return types.includes("null") ? null : emptyOf(types, schema, find);
}

function write(
  types: readonly string[],
  schema: Schema,
  value: unknown,
  find: FindSchema,
): unknown {
  if (value === null || value === undefined) return null;
  if (types.includes("array")) return writeList(schema, value, find);
  if (types.includes("object")) return writeFields(schema, value, find);
  if (types.includes("boolean")) return readBoolean(value);
  if (types.includes("integer") || types.includes("number")) {
    const number = readNumber(value);
    const hasNoZero = schema["x-unit"] === "yen" && types.includes("null");
    return number === 0 && hasNoZero ? null : number;
  }
  return types.includes("string") ? writeText(schema, value) : value;
}

function writeText(schema: Schema, value: unknown): string | null {
  if (schema.format === "date-time") return readMoment(value);
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value);
  const isWrong =
    schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(text);
  return text === "" || isWrong ? null : text;
}

const writeList = (
  { items = {} }: Schema,
  value: unknown,
  find: FindSchema,
): unknown[] => readList(value).map((item) => fit(items, item, find));

function writeFields(
  schema: Schema,
  value: unknown,
  find: FindSchema,
): Fields | null {
  // Some languages write an empty object as an empty list.
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isFields(value)) return null;
  const { properties = {}, required = [], additionalProperties } = schema;
  const written: Record<string, unknown> = { ...value };
  if (typeof additionalProperties === "object")
    for (const name of Object.keys(value))
      written[name] = fit(additionalProperties, value[name], find);
  for (const [name, field] of Object.entries(properties))
    if (value[name] !== undefined || required.includes(name))
      written[name] = fit(field, value[name], find);
  return written;
}

/** What stands for a value that must be there; a choice has none. */
function emptyOf(
  types: readonly string[],
  schema: Schema,
  find: FindSchema,
): unknown {
  if (schema.enum) return undefined;
  if (types.includes("array")) return [];
  if (types.includes("object")) return writeFields(schema, {}, find);
  if (types.includes("boolean")) return false;
  if (types.includes("integer") || types.includes("number")) return 0;
  return types.includes("string") ? "" : undefined;
}
