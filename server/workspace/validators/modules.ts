import { _ } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { LRUCache } from "lru-cache";
import type { Viewer } from "../../../domain/access";
import type { Resource, RowSchema } from "../../../domain/resource";
import { ajvVersion, rowRuntimeText } from "../../../generated/rowRuntimeText";
import { fingerprint } from "../../platform/fingerprint";
import { rememberByPair } from "../../platform/remember";
import { isObject } from "../../platform/pointer";
import { createAjv } from "../../platform/schemas/ajv";
import { withConditions } from "../../platform/schemas/shownFields";
import { referredSchemas } from "../../platform/schemas/referredSchemas";
import type {
  JsonSchema,
  SchemaRegistry,
} from "../../platform/schemas/registry";
import { formSchema } from "../forms/formSchema";
import { rowRules } from "./rowRules";

/** The path of the row validators, whose names contain a hash. */
export const rowModulesPath = "/workspace/rows";
/** The path of the schemas and validators of forms, whose names contain a hash. */
export const formsPath = "/workspace/forms";
/** A body with many fields has a long name, and parts of paths are limited. */
const longestName = 100;
/** The name of the file that every validator imports. */
export const runtimeName = `runtime.${fingerprint(rowRuntimeText)}.js`;

/** The cache size: a few modules for each row or form and kind of viewer. */
const keptModules = 200;

type Schemas = Pick<SchemaRegistry, "all">;
type Source = { rules: JsonSchema; others: readonly JsonSchema[] };

/** Returns a hash that changes with the rules and with the compiler. */
const moduleHash = (source: unknown): string =>
  fingerprint([runtimeName, ajvVersion, source]);

/** Ajv's imports, and the exports of the runtime file that replace them. */
const parts = {
  'require("ajv/dist/runtime/equal").default': "isEqual",
  'require("ajv/dist/runtime/ucs2length").default': "countCharacters",
};

/**
 * Returns the text of a JavaScript module whose default export validates values
 * as the server does, without compiling code in the browser. `runtime` is the
 * address of its imports, `others` are schemas that the rules may refer to.
 * Throws if the rules need a part of Ajv that the runtime file lacks.
 */
function compileModule({ rules, others }: Source, runtime: string): string {
  const ajv = createAjv({
    // The rules are parts of schemas that were checked. To check them again against
    // draft-07 takes longer than to compile them, and all requests wait.
    meta: false,
    validateSchema: false,
    messages: false,
    code: { source: true, esm: true, formats: _`formats` },
  });
  for (const schema of others) ajv.addSchema(schema);
  let code = standaloneCode(ajv, ajv.compile(withConditions(rules)));
  for (const [load, name] of Object.entries(parts))
    code = code.replaceAll(load, name);
  if (/\brequire\("/.test(code))
    throw new Error("The rules need a part of Ajv that is not served.");
  return `import { countCharacters, formats, isEqual } from ${JSON.stringify(runtime)};\n${code}`;
}

/** Returns a function that compiles each distinct module once, on first use. */
function compileOnce(runtime: string) {
  const kept = new LRUCache<string, string>({ max: keptModules });
  return (name: string, source: Source): string => {
    const text = kept.get(name) ?? compileModule(source, runtime);
    kept.set(name, text);
    return text;
  };
}

/** Returns the rules of a row, cut to its viewer, and their references. */
function sourceOf(row: RowSchema, schemas: Schemas): Source {
  const rules = rowRules(row);
  return { rules, others: referredSchemas(rules, schemas.all()) };
}

/** Each page and each call with an unknown name asks for the names of several rows. */
const namedFile = rememberByPair(
  (row: RowSchema, schemas: Schemas) => ({
    name: `${row.$id}.${moduleHash(sourceOf(row, schemas))}.js`,
  }),
  () => "",
);

const rowFile = (row: RowSchema, schemas: Schemas): string =>
  namedFile(row, schemas, null).name;

/**
 * Returns the path of the validator of a row that is cut to its viewer. The
 * path changes with the rules, the formats and the version of Ajv, so that
 * browsers can cache the module for ever.
 */
export const rowModulePath = (row: RowSchema, schemas: Schemas): string =>
  `${rowModulesPath}/${rowFile(row, schemas)}`;

/** Finds validators by name. */
type RowModules = {
  /**
   * Returns the text of a validator, or undefined if the name belongs to none
   * of the caller's current rows.
   */
  find(
    name: string,
    rows: readonly RowSchema[],
    schemas: Schemas,
  ): string | undefined;
};

export function createRowModules(): RowModules {
  const compile = compileOnce(`./${runtimeName}`);
  return {
    find: (name, rows, schemas) => {
      if (name === runtimeName) return rowRuntimeText;
      const row = rows.find((each) => rowFile(each, schemas) === name);
      return row && compile(name, sourceOf(row, schemas));
    },
  };
}

/** The paths of a form's schema and validator. */
type FormPaths = { schema: string; validator: string };

/**
 * Returns the paths of the forms that a viewer needs, by the reference of the
 * body: those of calls of lists, and the bodies marked `x-form`, which the pages of
 * areas ask for. `resources` are cut to the viewer. Each path changes with the schema,
 * so that browsers can cache both files for ever.
 */
export function formPaths(
  resources: readonly Resource[],
  schemas: SchemaRegistry,
  viewer: Viewer,
): Record<string, FormPaths> {
  const references = resources.flatMap(({ calls, actions = [] }) =>
    [calls.create, calls.update, ...actions].flatMap(
      (call) => call?.body ?? [],
    ),
  );
  return Object.fromEntries(
    [...new Set([...references, ...pageForms(schemas)])].map((reference) => {
      const hash = moduleHash(formSchema(reference, schemas, viewer));
      const name = reference.replaceAll(/\W+/g, "-").slice(0, longestName);
      const path = `${formsPath}/${name}.${hash}`;
      return [reference, { schema: `${path}.json`, validator: `${path}.js` }];
    }),
  );
}

/** Returns the references of the bodies marked `x-form`. */
const pageForms = (schemas: SchemaRegistry): readonly string[] =>
  schemas
    .all()
    .flatMap(({ $id, definitions }) =>
      Object.entries(isObject(definitions) ? definitions : {}).flatMap(
        ([name, part]) =>
          isObject(part) && part["x-form"] === true
            ? [`${String($id)}#/definitions/${name}`]
            : [],
      ),
    );

/** Finds the files of forms by name. */
type FormModules = {
  /**
   * Returns the schema or the validator with this name, or undefined if it
   * belongs to none of the viewer's forms.
   */
  find(
    name: string,
    forms: Readonly<Record<string, FormPaths>>,
    of: { schemas: SchemaRegistry; viewer: Viewer },
  ): { type: "schema" | "validator"; text: string } | undefined;
};

export function createFormModules(): FormModules {
  const rowsFolder = rowModulesPath.slice(rowModulesPath.lastIndexOf("/"));
  const compile = compileOnce(`..${rowsFolder}/${runtimeName}`);
  return {
    find: (name, forms, { schemas, viewer }) => {
      const path = `${formsPath}/${name}`;
      const found = Object.entries(forms).find(
        ([, { schema, validator }]) => path === schema || path === validator,
      );
      if (!found) return undefined;
      const [reference, { schema }] = found;
      const rules = formSchema(reference, schemas, viewer);
      return path === schema
        ? { type: "schema", text: JSON.stringify(rules) }
        : { type: "validator", text: compile(name, { rules, others: [] }) };
    },
  };
}
