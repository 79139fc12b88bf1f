// Writes generated/workshopForm.js: the validator of the workshop's form, which
// is drawn from the meta-schema of resources. It is compiled here because the
// content security policy forbids `unsafe-eval`. The form must use exactly the
// schema that is compiled here.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/compileSchemaValidators";
import { build } from "vite";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const notice =
  "// Written by `npm run generate`. Never edited, never committed.";

const schema = JSON.parse(
  fs.readFileSync(path.join(root, "schemas/meta/resource.json"), "utf8"),
);

/** The form only needs to know whether a part is valid: the server sends the messages. */
const quick = { allErrors: false, verbose: false, messages: false };

const entry = path.join(root, "workshopForm.cjs");

const compiled = () =>
  compileSchemaValidatorsCode(schema, { ajvOptionsOverrides: quick });

/** Bundles the compiled validator with the parts of Ajv that it imports. */
async function bundle() {
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [
      {
        name: "workshop-form",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? compiled() : undefined),
      },
    ],
    build: {
      write: false,
      target: "es2022",
      lib: { entry, formats: ["es"] },
    },
  });
  const [{ output }] = Array.isArray(built) ? built : [built];
  return output[0].code;
}

const writeIfNew = (file, text) => {
  const target = path.join(root, "generated", file);
  if (fs.existsSync(target) && fs.readFileSync(target, "utf8") === text) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
};

writeIfNew("workshopForm.js", `${notice}\n${await bundle()}`);
writeIfNew(
  "workshopForm.d.ts",
  `${notice}
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
declare const checks: ValidatorFunctions;
export default checks;
`,
);
