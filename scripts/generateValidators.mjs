// Compiles validators for the browser program, whose content security policy
// forbids `unsafe-eval`, from the schemas that the server validates with:
// - generated/validators.js validates forms.
// - generated/rowChecks.js validates rows of servers that send no validators.
// - generated/rowRuntime.js is what both these and the server's row validators
//   import.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv, _ } from "ajv";
import ajvPackage from "ajv/package.json" with { type: "json" };
import standalone from "ajv/dist/standalone/index.js";
import { bundleRuntime, compileRowChecks } from "./support/rowChecks.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The exported name, the schema file of the call and the definition in it. */
const forms = {
  signInBody: { call: "sign-in", part: "body" },
  resetPasswordBody: { call: "reset-password", part: "body" },
  placeBidBody: { call: "place-bid", part: "body" },
};

const readCall = (name) =>
  JSON.parse(
    fs.readFileSync(path.join(root, "schemas/calls", `${name}.json`), "utf8"),
  );

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  strictNumbers: false,
  code: { source: true, esm: true, formats: _`formats` },
  formats: { email: () => true },
});
for (const [name, { call, part }] of Object.entries(forms)) {
  const { definitions, $schema } = readCall(call);
  ajv.addSchema({ $schema, ...definitions[part] }, name);
}

const names = Object.keys(forms);
const code = standalone
  .default(ajv, Object.fromEntries(names.map((name) => [name, name])))
  .replaceAll(
    'require("ajv/dist/runtime/ucs2length").default',
    "countCharacters",
  );
if (/\brequire\(/.test(code))
  throw new Error("A form's schema needs a part of Ajv that is not bundled.");

const writeIfNew = (file, text) => {
  const target = path.join(root, "generated", file);
  if (fs.existsSync(target) && fs.readFileSync(target, "utf8") === text) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
};

const notice =
  "// Written by `npm run generate`. Never edited, never committed.";
writeIfNew(
  "validators.js",
  `${notice}
import { countCharacters, formats } from "../domain/formats";
${code}
`,
);
writeIfNew(
  "validators.d.ts",
  `${notice}
import type { Validate } from "../domain/fieldProblem";
${names.map((name) => `export declare const ${name}: Validate;`).join("\n")}
`,
);

const runtime = await bundleRuntime(root);
writeIfNew("rowRuntime.js", `${notice}\n${runtime}`);
writeIfNew(
  "rowRuntimeText.ts",
  `${notice}
/** Formats and helpers that compiled validators import. */
export const ajvVersion = ${JSON.stringify(ajvPackage.version)};
export const rowRuntimeText = ${JSON.stringify(runtime)};
`,
);
writeIfNew("rowChecks.js", `${notice}\n${compileRowChecks(root)}`);
writeIfNew(
  "rowChecks.d.ts",
  `${notice}
import type { Validate } from "../domain/fieldProblem";
export declare const rowChecks: Readonly<Record<string, Validate>>;
`,
);
