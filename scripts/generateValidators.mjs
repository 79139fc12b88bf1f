// Compiles validators for the browser program, whose content security policy
// forbids `unsafe-eval`, from the schemas that the server validates with:
// - generated/signInValidator.js and generated/validators.js validate forms.
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

/**
 * By file: the exported name, the schema file of the call and the definition in it. The
 * login page is loaded before all others, so its validator comes alone.
 */
const forms = {
  "signInValidator.js": { signInBody: { call: "sign-in", part: "body" } },
  "validators.js": {
    resetPasswordBody: { call: "reset-password", part: "body" },
    placeBidBody: { call: "place-bid", part: "body" },
  },
};

const readCall = (name) =>
  JSON.parse(
    fs.readFileSync(path.join(root, "schemas/calls", `${name}.json`), "utf8"),
  );

const writeIfNew = (file, text) => {
  const target = path.join(root, "generated", file);
  if (fs.existsSync(target) && fs.readFileSync(target, "utf8") === text) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
};

const notice =
  "// Written by `npm run generate`. Never edited, never committed.";
for (const [file, bodies] of Object.entries(forms)) {
  const ajv = new Ajv({
    allErrors: true,
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
  writeIfNew(
    file,
    `${notice}
import { countCharacters, formats } from "../domain/formats";
${code}
`,
  );
  writeIfNew(
    file.replace(/js$/, "d.ts"),
    `${notice}
import type { Validate } from "../domain/fieldProblem";
${names.map((name) => `export declare const ${name}: Validate;`).join("\n")}
`,
  );
}

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
