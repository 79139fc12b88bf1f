// Writes generated/workshopForm.js: the validator of the workshop's form, which
// is drawn from the meta-schema of resources. It is compiled here because the
// content security policy forbids `unsafe-eval`. The form must use exactly the
// schema that is compiled here.
import fs from "node:fs";
import path from "node:path";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/compileSchemaValidators";
import { bundle, root, writeGenerated } from "./support/generated.mjs";

const schema = JSON.parse(
  fs.readFileSync(path.join(root, "schemas/meta/resource.json"), "utf8"),
);

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
