import type { ErrorObject } from "ajv";
import buildSerializer, { type Schema } from "fast-json-stringify";
import type { RowSchema } from "../../../domain/resource";
import { createAjv } from "./ajv";
import { ProblemsFound } from "../problem";
import { schemaFile } from "./schemaFile";

/** A draft-07 schema as read from a file. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What is wrong with a value; nothing when it keeps its schema. */
export type Validate = (value: unknown) => readonly ErrorObject[];
export type Serialize = (value: unknown) => string;

/**
 * All schemas by id, and what is compiled from them. Refs are an id, or a part
 * of one: `place-bid#/definitions/body`. Nothing is coerced, filled in or
 * removed by a validator.
 */
export type SchemaRegistry = {
  /** Throws ProblemsFound for an unknown id. */
  get(id: string): JsonSchema;
  /** The schema of a row. Throws ProblemsFound for what is none. */
  row(id: string): RowSchema;
  all(): readonly JsonSchema[];
  /** The next validation uses it. Throws, changing nothing, if it is wrong. */
  replace(id: string, schema: JsonSchema): void;
  /** The validator of a ref; kept until a replace. */
  validator(ref: string): Validate;
  /** The serializer of a ref; kept until a replace. */
  serializer(ref: string): Serialize;
  /** Those of a schema that is in no file, such as a derived query. */
  validatorOf(schema: JsonSchema): Validate;
  serializerOf(schema: JsonSchema): Serialize;
};

/** The most derived schemas whose validators are kept at once. */
const keptDerived = 500;

/** Throws when a schema is wrong or two have one id. */
export function createSchemas(schemas: readonly JsonSchema[]): SchemaRegistry {
  let current = compileSet(
    new Map(schemas.map((one) => [idOf(one), asDraft7(one)])),
  );
  return {
    get: (id) => current.get(id),
    row: (id) => {
      const schema = current.get(id);
      if (!isRowSchema(schema)) throw missing(id, "a row has properties");
      return schema;
    },
    all: () => [...current.byId.values()],
    replace: (id, schema) => {
      current = compileSet(new Map(current.byId).set(id, asDraft7(schema)));
    },
    validator: (ref) => current.validatorOf({ $ref: ref }),
    serializer: (ref) => current.serializerOf({ $ref: ref }),
    validatorOf: (schema) => current.validatorOf(schema),
    serializerOf: (schema) => current.serializerOf(schema),
  };
}

/**
 * The schema as programs read it: draft-07, also where its file names the
 * schema of rows instead, by which editors complete it.
 */
export const asDraft7 = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  $schema: draft7,
});

export const draft7 = "http://json-schema.org/draft-07/schema#";

function compileSet(byId: ReadonlyMap<string, JsonSchema>) {
  const ajv = createAjv();
  for (const schema of byId.values()) ajv.addSchema(schema);
  for (const id of byId.keys()) ajv.getSchema(id);
  const externals = copy(Object.fromEntries(byId)) as Record<string, Schema>;
  return {
    byId,
    get: (id: string) => {
      const schema = byId.get(id);
      if (!schema) throw missing(id, "no schema has this id");
      return schema;
    },
    validatorOf: memoizeBySchema((schema): Validate => {
      const validate = ajv.compile(schema);
      return (value) => (validate(value) ? [] : (validate.errors ?? []));
    }),
    serializerOf: memoizeBySchema((schema): Serialize =>
      buildSerializer(copy(schema) as Schema, { schema: externals }),
    ),
  };
}

const missing = (id: string, reason: string): Error =>
  new ProblemsFound([{ file: schemaFile(id), pointer: "", reason }]);

/** The serializer works on its schemas, so it gets its own. */
const copy = (value: object): unknown => JSON.parse(JSON.stringify(value));

/** Compiles equal schemas once. */
function memoizeBySchema<Compiled>(compile: (schema: JsonSchema) => Compiled) {
  const byText = new Map<string, Compiled>();
  return (schema: JsonSchema): Compiled => {
    const text = JSON.stringify(schema);
    const known = byText.get(text);
    if (known) return known;
    if (byText.size >= keptDerived) byText.clear();
    const compiled = compile(schema);
    byText.set(text, compiled);
    return compiled;
  };
}

function idOf(schema: JsonSchema): string {
  if (typeof schema.$id !== "string") throw new Error("A schema has no $id");
  return schema.$id;
}

const isRowSchema = (schema: unknown): schema is RowSchema =>
  typeof schema === "object" && schema !== null && "properties" in schema;
