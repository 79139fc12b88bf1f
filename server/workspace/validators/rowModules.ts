import type { RowSchema } from "../../../domain/resource";
import { rowRuntimeText } from "../../../generated/rowRuntimeText";
import { rememberByPair } from "../../platform/remember";
import { referredSchemas } from "../../platform/schemas/referredSchemas";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { compileModule, moduleHash, runtimeName } from "./compileModule";
import { rowRules } from "./rowRules";

/** The path of the row validators, whose names contain a hash. */
export const rowModulesPath = "/workspace/rows";

/** The cache size: a few modules for each row and kind of viewer. */
const keptModules = 200;

type Schemas = Pick<SchemaRegistry, "all">;

/** Returns the rules of a row, cut to its viewer, and their references. */
function sourceOf(row: RowSchema, schemas: Schemas) {
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

const nameOf = (row: RowSchema, schemas: Schemas): string =>
  namedFile(row, schemas, null).name;

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
      const text = compileModule({ ...source, runtime });
      if (kept.size >= keptModules) kept.clear();
      kept.set(name, text);
      return text;
    },
  };
}
