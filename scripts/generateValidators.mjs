// Compiles validators for the browser program, whose content security policy
// forbids `unsafe-eval`, from the schemas that the server validates with:
// - generated/signInValidator.js and generated/validators.js validate forms.
// - generated/rowChecks.js validates rows of servers that send no validators.
// - generated/rowRuntime.js is what both these and the server's row validators
//   import.
import fs from "node:fs";
import path from "node:path";
import { Ajv, _ } from "ajv";
import ajvPackage from "ajv/package.json" with { type: "json" };
import standalone from "ajv/dist/standalone/index.js";
import { root, writeGenerated } from "./support/generated.mjs";
import { bundleRuntime, compileRowChecks } from "./support/rowChecks.mjs";

/**
 * By file: the exported name, the schema file of the call and the definition in it. The
 * login page is loaded before all others, so its validator comes alone.
 */
const forms = {
  "signInValidator.js": { signInBody: { call: "sign-in", part: "body" } },
  "validators.js": {
    resetPasswordBody: { call: "reset-password", part: "body" },
    changePasswordBody: { call: "change-password", part: "body" },
    signUpBody: { call: "sign-up", part: "body" },
    placeBidBody: { call: "place-bid", part: "body" },
  },
};

const readCall = (name) =>
  JSON.parse(
    fs.readFileSync(path.join(root, "schemas/calls", `${name}.json`), "utf8"),
  );

for (const [file, bodies] of Object.entries(forms)) {
  const ajv = new Ajv({
    allErrors: true,
    // Problems are named by their keywords.
    messages: false,
    strict: false,
    strictNumbers: false,
    code: { source: true, esm: true, formats: _`formats` },
    formats: { email: () => true },
  });
  for (const [name, { call, part }] of Object.entries(bodies)) {
    const { definitions, $schema } = readCall(call);
    ajv.addSchema({ $schema, ...definitions[part] }, name);
  }
  const names = Object.keys(bodies);
  const code = standalone
    .default(ajv, Object.fromEntries(names.map((name) => [name, name])))
    .replaceAll(
      'require("ajv/dist/runtime/ucs2length").default',
      "countCharacters",
    );
  if (/\brequire\(/.test(code))
    throw new Error("A form's schema needs a part of Ajv that is not bundled.");
  writeGenerated(
    file,
    `import { countCharacters, formats } from "../domain/formats";
${code}
`,
  );
  writeGenerated(
    file.replace(/js$/, "d.ts"),
    `import type { Validate } from "../domain/fieldProblem";
${names.map((name) => `export declare const ${name}: Validate;`).join("\n")}
`,
  );
}

const runtime = await bundleRuntime();
writeGenerated("rowRuntime.js", runtime);
writeGenerated(
  "rowRuntimeText.ts",
  `/** Formats and helpers that compiled validators import. */
export const ajvVersion = ${JSON.stringify(ajvPackage.version)};
export const rowRuntimeText = ${JSON.stringify(runtime)};
`,
);
writeGenerated("rowChecks.js", compileRowChecks());
writeGenerated(
  "rowChecks.d.ts",
  `import type { Validate } from "../domain/fieldProblem";
export declare const rowChecks: Readonly<Record<string, Validate>>;
`,
);
