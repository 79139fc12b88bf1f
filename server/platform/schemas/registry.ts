import type { ErrorObject } from "ajv";
import buildSerializer, { type Schema } from "fast-json-stringify";
import { LRUCache } from "lru-cache";
import { withAreaRules } from "../../../domain/computed/areaRules";
import { withFileEntries } from "../../../domain/fileField";
import type { RowSchema } from "../../../domain/resource";
import { withCopiedAccess } from "../../../domain/visible";
import { fingerprint } from "../fingerprint";
import { isObject } from "../pointer";
import { runAtOnce, type Steps } from "../steps";
import { createAjv } from "./ajv";
import { referredSchemas } from "./referredSchemas";
import { noSchema } from "./schemaFile";
import { withConditions } from "./shownFields";

/** A draft-07 schema as read from a file. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Returns the errors of a value, none if it is valid. */
export type Validate = (value: unknown) => readonly ErrorObject[];
export type Serialize = (value: unknown) => string;

/**
 * All schemas by id, with compiled validators and serializers. A ref is an id or
 * a part of a schema: `sign-in#/definitions/body`. Validators never change a
 * value.
 */
export type SchemaRegistry = {
  /** Returns a schema. Throws ProblemsFound for an unknown id. */
  get(id: string): JsonSchema;
  /** Returns a row schema. Throws ProblemsFound for any other id. */
  row(id: string): RowSchema;
  all(): readonly JsonSchema[];
  /** Returns the validator of a ref or of a schema without a file, such as a query. */
  validator(source: string | JsonSchema): Validate;
  /** Returns the serializer of a ref or of a schema without a file. */
  serializer(source: string | JsonSchema): Serialize;
};

/** The most validators, and the most serializers, that are cached at once. */
const mostCached = 500;

/** Returns a registry. Throws if a schema is invalid or an id appears twice. */
export const createSchemas = (schemas: readonly JsonSchema[]): SchemaRegistry =>
  runAtOnce(createSchemasInSteps(schemas));

/** Does the same in steps, one for each schema. */
export function* createSchemasInSteps(
  schemas: readonly JsonSchema[],
): Steps<SchemaRegistry> {
  const byId = new Map(
    schemas.map((schema) => [idOf(schema), asDraft7(schema)]),
  );
  const { validator, serializer } = yield* compileSet(byId);
  const get = (id: string) => {
    const schema = byId.get(id);
    if (!schema) throw noSchema(id);
    return schema;
  };
  const rows = new Map<string, RowSchema>();
  const rowOf = (id: string) => {
    const schema = get(id);
    if (!isRowSchema(schema)) throw noSchema(id);
    const source = byId.get(schema["x-copies"] ?? "");
    return withAreaRules(
      isRowSchema(source) ? withCopiedAccess(schema, source) : schema,
      [...byId.values()].filter(isRowSchema),
    );
  };
  return {
    get,
    row: (id) => {
      const row = rows.get(id) ?? rowOf(id);
      rows.set(id, row);
      return row;
    },
    all: () => [...byId.values()],
    validator,
    serializer,
  };
}

/**
 * Returns the schema with draft-07 as its `$schema`. Row files name
 * schemas/meta/row.json there instead, so that editors complete them; `x-row`
 * marks them from here on. Lists of files get the schema of their entries.
 */
export function asDraft7(schema: JsonSchema): JsonSchema {
  const known = draft7Forms.get(schema);
  if (known) return known;
  const made = {
    ...schema,
    $schema: draft7,
    ...(isRowFile(schema) ? { "x-row": true } : {}),
    ...(isRowSchema(schema) && isObject(schema.properties)
      ? { properties: withFileEntries(schema.properties) }
      : {}),
  };
  draft7Forms.set(schema, made);
  return made;
}

/** The same files are read for many registries. */
const draft7Forms = new WeakMap<JsonSchema, JsonSchema>();

const isRowFile = ({ $schema }: JsonSchema): boolean =>
  String($schema).endsWith("meta/row.json");

export const draft7 = "http://json-schema.org/draft-07/schema#";

/** Validates schemas for all registries, so that draft-07 is compiled once. */
const draftAjv = createAjv();

/**
 * Results by the content of the schemas that they depend on. A registry mostly differs from
 * the last one in a single schema, and compiles that one only. A validator keeps the Ajv that
 * compiled it, of about 100 KB, so the number of validators is bounded.
 */
const shared = {
  valid: new LRUCache<string, true>({ max: 2_000 }),
  compilable: new LRUCache<string, true>({ max: 2_000 }),
  validators: new LRUCache<string, Validate>({ max: 1_000 }),
  serializers: new LRUCache<string, Serialize>({ max: 1_000 }),
};

function resultFor<Result extends object | true>(
  results: LRUCache<string, Result>,
  content: string,
  make: () => Result,
): Result {
  const known = results.get(content);
  if (known) return known;
  const made = make();
  results.set(content, made);
  return made;
}

const fingerprints = new WeakMap<JsonSchema, string>();

/** Returns the fingerprint of a schema, which never changes. */
function contentOf(schema: JsonSchema): string {
  const known = fingerprints.get(schema);
  if (known !== undefined) return known;
  const made = fingerprint(schema);
  fingerprints.set(schema, made);
  return made;
}

/** Returns the schema. Throws if it breaks draft-07. */
function asserted(schema: JsonSchema): JsonSchema {
  resultFor(shared.valid, contentOf(schema), () => {
    void draftAjv.validateSchema(schema, true);
    return true;
  });
  return schema;
}

function* compileSet(byId: ReadonlyMap<string, JsonSchema>) {
  const ajv = createAjv({ validateSchema: false });
  for (const schema of byId.values()) {
    ajv.addSchema(asserted(withConditions(schema)));
    yield;
  }
  const all = [...byId.values()];
  const contentWithReferred = (schema: JsonSchema) =>
    [schema, ...referredSchemas(schema, all)].map(contentOf).join(" ");
  for (const [id, schema] of byId) {
    resultFor(shared.compilable, contentWithReferred(schema), () => {
      ajv.getSchema(id);
      return true;
    });
    yield;
  }
  return {
    validator: memoizeBySchema(
      (schema): Validate =>
        resultFor(shared.validators, contentWithReferred(schema), () => {
          const validate = ajv.compile(asserted(withConditions(schema)));
          return (value) => (validate(value) ? [] : (validate.errors ?? []));
        }),
      // Ajv keeps every compiled schema until it is removed.
      (schema) => {
        if (!byId.has(String(schema.$id)))
          ajv.removeSchema(withConditions(schema));
      },
    ),
    serializer: memoizeBySchema((schema): Serialize =>
      resultFor(shared.serializers, contentWithReferred(schema), () => {
        const others = Object.fromEntries(
          referredSchemas(schema, all).map((other) => [
            String(other.$id),
            copy(other) as Schema,
          ]),
        );
        return buildSerializer(copy(schema) as Schema, { schema: others });
      }),
    ),
  };
}

/** fast-json-stringify changes its schemas, so it gets a copy. */
const copy = (value: object): unknown => JSON.parse(JSON.stringify(value));

/**
 * Returns `compile` with a cache by the JSON text of the schema. A schema object
 * never changes, so that its text is made once. `forget` is called with the schema
 * that leaves the cache: the least recently used.
 */
function memoizeBySchema<Compiled>(
  compile: (schema: JsonSchema) => Compiled,
  forget: (schema: JsonSchema) => void = () => undefined,
) {
  type Cached = { schema: JsonSchema; compiled: Compiled };
  const byText = new LRUCache<string, Cached>({
    max: mostCached,
    dispose: ({ schema }) => {
      forget(schema);
    },
  });
  const byObject = new WeakMap<JsonSchema, Compiled>();
  const byContent = (schema: JsonSchema): Compiled => {
    const text = JSON.stringify(schema);
    const known = byText.get(text);
    if (known) return known.compiled;
    const compiled = compile(schema);
    byText.set(text, { schema, compiled });
    return compiled;
  };
  return (source: string | JsonSchema): Compiled => {
    if (typeof source === "string") return byContent({ $ref: source });
    const known = byObject.get(source);
    if (known) return known;
    const compiled = byContent(source);
    byObject.set(source, compiled);
    return compiled;
  };
}

function idOf(schema: JsonSchema): string {
  if (typeof schema.$id !== "string") throw new Error("A schema has no $id");
  return schema.$id;
}

const isRowSchema = (schema: unknown): schema is RowSchema =>
  typeof schema === "object" && schema !== null && "properties" in schema;
