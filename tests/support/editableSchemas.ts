import { isDeepStrictEqual } from "node:util";
import {
  createSchemas,
  type JsonSchema,
  type SchemaRegistry,
} from "../../server/platform/schemas/registry";

/**
 * Returns schemas that a test can edit while the program runs, as a reload of
 * the files does.
 */
export function editableSchemas(original: SchemaRegistry) {
  let current = original;
  return {
    schemas: new Proxy(original, {
      get: (_, name): unknown => Reflect.get(current, name),
    }),
    replaceSchema: (schema: JsonSchema): void => {
      if (isDeepStrictEqual(current.get(String(schema.$id)), schema)) return;
      const others = current.all().filter(({ $id }) => $id !== schema.$id);
      current = createSchemas([...others, schema]);
    },
  };
}
