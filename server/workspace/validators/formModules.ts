import type { Viewer } from "../../../domain/access";
import type { Resource } from "../../../domain/resource";
import type {
  JsonSchema,
  SchemaRegistry,
} from "../../platform/schemas/registry";
import { formSchema } from "../forms/formSchema";
import { compileModule, moduleHash, runtimeName } from "./compileModule";
import { rowModulesPath } from "./rowModules";

/** The path of the schemas and validators of forms, whose names contain a hash. */
export const formsPath = "/workspace/forms";

/** The cache size: a few modules for each form and kind of viewer. */
const keptModules = 200;

/** The paths of a form's schema and validator. */
export type FormPaths = { schema: string; validator: string };

/**
 * Returns the paths of the forms that a viewer needs, by the reference of the
 * body. `resources` are cut to the viewer. Each path changes with the schema,
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
    [...new Set(references)].map((reference) => {
      const name = nameOf(reference, formSchema(reference, schemas, viewer));
      return [
        reference,
        {
          schema: `${formsPath}/${name}.json`,
          validator: `${formsPath}/${name}.js`,
        },
      ];
    }),
  );
}

const nameOf = (reference: string, schema: JsonSchema): string =>
  `${reference.replaceAll(/\W+/g, "-")}.${moduleHash(schema)}`;

/** Finds the files of forms by name. */
export type FormModules = {
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

/** Compiles each distinct form once, on first use. */
export function createFormModules(): FormModules {
  const kept = new Map<string, string>();
  return {
    find: (name, forms, { schemas, viewer }) => {
      const path = `${formsPath}/${name}`;
      for (const [reference, { schema, validator }] of Object.entries(forms)) {
        if (path !== schema && path !== validator) continue;
        const rules = formSchema(reference, schemas, viewer);
        if (path === schema)
          return { type: "schema", text: JSON.stringify(rules) };
        const runtime = `..${rowModulesPath.slice(rowModulesPath.lastIndexOf("/"))}/${runtimeName}`;
        const text =
          kept.get(name) ?? compileModule({ rules, others: [], runtime });
        if (kept.size >= keptModules) kept.clear();
        kept.set(name, text);
        return { type: "validator", text };
      }
      return undefined;
    },
  };
}
