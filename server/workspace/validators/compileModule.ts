import { _ } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { ajvVersion, rowRuntimeText } from "../../../generated/rowRuntimeText";
import { fingerprint } from "../../platform/fingerprint";
import { createAjv } from "../../platform/schemas/ajv";
import type { JsonSchema } from "../../platform/schemas/registry";

/** The name of the file that every validator imports. */
export const runtimeName = `runtime.${fingerprint(rowRuntimeText)}.js`;

/** Returns a hash that changes with the rules and with the compiler. */
export const moduleHash = (source: unknown): string =>
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
export function compileModule(options: {
  rules: JsonSchema;
  others: readonly JsonSchema[];
  runtime: string;
}): string {
  const { rules, others, runtime } = options;
  const ajv = createAjv({
    // The rules are parts of schemas that were checked. To check them again against
    // draft-07 takes longer than to compile them, and all requests wait.
    meta: false,
    validateSchema: false,
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
