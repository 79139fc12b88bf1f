import { _ } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import type { RowSchema } from "../../../domain/resource";
import { ajvVersion, rowRuntimeText } from "../../../generated/rowRuntimeText";
import { fingerprint } from "../../platform/fingerprint";
import { createAjv } from "../../platform/schemas/ajv";
import type {
  JsonSchema,
  SchemaRegistry,
} from "../../platform/schemas/registry";
import { rowRules } from "./rowRules";

/** The path of the row validators, whose names contain a hash. */
export const rowModulesPath = "/workspace/rows";

/** The cache size: a few modules for each row and kind of viewer. */
const keptModules = 200;

/** The name of the file that every validator imports. */
const runtimeName = `runtime.${fingerprint(rowRuntimeText)}.js`;

type Schemas = Pick<SchemaRegistry, "all">;

/** Returns the rules of a row, cut to its viewer, and their references. */
function sourceOf(row: RowSchema, schemas: Schemas) {
  const rules = rowRules(row);
  const refers = JSON.stringify(rules).includes('"$ref"');
  return { rules, others: refers ? schemas.all() : [] };
}

function nameOf(row: RowSchema, schemas: Schemas): string {
  const source = sourceOf(row, schemas);
  return `${row.$id}.${fingerprint([runtimeName, ajvVersion, source])}.js`;
}

/**
 * Returns the path of the validator of a row that is cut to its viewer. The
 * path changes with the rules, the formats and the version of Ajv, so that
 * browsers can cache the module for ever.
 */
export const rowModulePath = (row: RowSchema, schemas: Schemas): string =>
  `${rowModulesPath}/${nameOf(row, schemas)}`;

/** Finds validators by name. */
export type RowModules = {
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

/** Compiles each distinct row once, on first use. */
export function createRowModules(): RowModules {
  const kept = new Map<string, string>();
  return {
    find: (name, rows, schemas) => {
      if (name === runtimeName) return rowRuntimeText;
      const row = rows.find((candidate) => nameOf(candidate, schemas) === name);
      if (!row) return undefined;
      const known = kept.get(name);
      if (known !== undefined) return known;
      const source = sourceOf(row, schemas);
      const runtime = `./${runtimeName}`;
      const text = compileRowModule({ ...source, runtime });
      if (kept.size >= keptModules) kept.clear();
      kept.set(name, text);
      return text;
    },
  };
}

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
function compileRowModule(options: {
  rules: JsonSchema;
  others: readonly JsonSchema[];
  runtime: string;
}): string {
  const { rules, others, runtime } = options;
  const ajv = createAjv({
    messages: false,
    code: { source: true, esm: true, formats: _`formats` },
  });
  for (const schema of others) ajv.addSchema(schema);
  let code = standaloneCode(ajv, ajv.compile(rules));
  for (const [load, name] of Object.entries(parts))
    code = code.replaceAll(load, name);
  if (/\brequire\("/.test(code))
    throw new Error("The rules need a part of Ajv that is not served.");
  return `import { countCharacters, formats, isEqual } from ${JSON.stringify(runtime)};\n${code}`;
}
