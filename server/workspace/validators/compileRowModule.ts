import { _ } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { createAjv } from "../../platform/schemas/ajv";
import type { JsonSchema } from "../../platform/schemas/registry";

/** What Ajv would load, and what of the runtime file stands in for it. */
const parts = {
  'require("ajv/dist/runtime/equal").default': "isEqual",
  'require("ajv/dist/runtime/ucs2length").default': "countCharacters",
};

/**
 * The text of a JavaScript module whose default export judges a value by these
 * rules as the server's own validator does, without compiling anything where
 * it runs. `runtime` is the address it imports its parts from, `others` the
 * schemas that the rules may refer to. Throws for rules that need a part of
 * Ajv which the runtime file does not have.
 */
export function compileRowModule(options: {
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
