import { createHash } from "node:crypto";
import type { RowSchema } from "../../../domain/resource";
import { ajvVersion, rowRuntimeText } from "../../../generated/rowRuntimeText";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { compileRowModule } from "./compileRowModule";
import { rowRules } from "./rowRules";

/** The call under which the modules are, each under the name it has by hash. */
export const rowModulesPath = "/workspace/rows";

/** The most modules that are kept: a few for each row and kind of viewer. */
const keptModules = 200;

const hashOf = (...parts: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify(parts))
    .digest("base64url")
    .slice(0, 22);

/** The name of the file that every module imports. */
const runtimeName = `runtime.${hashOf(rowRuntimeText)}.js`;

type Schemas = Pick<SchemaRegistry, "all">;

/** The rules of a row cut to its viewer, and the schemas they refer to. */
function sourceOf(row: RowSchema, schemas: Schemas) {
  const rules = rowRules(row);
  const refers = JSON.stringify(rules).includes('"$ref"');
  return { rules, others: refers ? schemas.all() : [] };
}

function nameOf(row: RowSchema, schemas: Schemas): string {
  const source = JSON.stringify(sourceOf(row, schemas));
  return `${row.$id}.${hashOf(runtimeName, ajvVersion, source)}.js`;
}

/**
 * The path of the call that gives the checks of this row, cut to its viewer.
 * Other rules, another Ajv or other formats make another path, so that what it
 * answers may be kept for ever.
 */
export const rowModulePath = (row: RowSchema, schemas: Schemas): string =>
  `${rowModulesPath}/${nameOf(row, schemas)}`;

/** The text of a module by its name. */
export type RowModules = {
  /**
   * `rows` are those of whoever asks, cut to them; a name that is of none of
   * them, or of what they were before, has no module: undefined.
   */
  find(
    name: string,
    rows: readonly RowSchema[],
    schemas: Schemas,
  ): string | undefined;
};

/** Compiles each distinct cut of a row once, when it is first asked for. */
export function createRowModules(): RowModules {
  const kept = new Map<string, string>();
  return {
    find: (name, rows, schemas) => {
      if (name === runtimeName) return rowRuntimeText;
      const row = rows.find((one) => nameOf(one, schemas) === name);
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
