// Writes generated/workshopForm.js, the validator of the workshop's form, and
// generated/workshopSchema.ts, the schema from which the form is drawn: the meta-schema of
// resources. Conditions have a field of their own, and their schema, which refers to
// itself, cannot be compiled in parts. The validator is compiled here because the content
// security policy forbids `unsafe-eval`.
import fs from "node:fs";
import path from "node:path";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/compileSchemaValidators";
import { bundle, root, writeGenerated } from "./support/generated.mjs";

const resource = JSON.parse(
  fs.readFileSync(path.join(root, "schemas/meta/resource.json"), "utf8"),
);

const within = (part) => {
  if (Array.isArray(part)) return part.map(within);
  if (part === null || typeof part !== "object") return part;
  return part.$ref?.startsWith("meta-condition#")
    ? { ...part, $ref: "#/definitions/conditions" }
    : Object.fromEntries(
        Object.entries(part).map(([key, value]) => [key, within(value)]),
      );
};

const schema = within({
  ...resource,
  definitions: { ...resource.definitions, conditions: {} },
});

/** The form only needs to know whether a part is valid: the server sends the messages. */
const quick = { allErrors: false, verbose: false, messages: false };

const compiled = compileSchemaValidatorsCode(schema, {
  ajvOptionsOverrides: quick,
});

writeGenerated("workshopForm.js", await bundle("workshopForm.cjs", compiled));
writeGenerated(
  "workshopForm.d.ts",
  `import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
declare const checks: ValidatorFunctions;
export default checks;
`,
);
writeGenerated(
  "workshopSchema.ts",
  `const schema: unknown = ${JSON.stringify(schema)};
export default schema;
`,
);
