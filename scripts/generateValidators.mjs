// Writes generated/validators.js: the checks of the forms of the browser
// program, compiled from the same schemas that the server checks with, since a
// page without `unsafe-eval` cannot compile them itself. Likewise rowChecks.js,
// the checks of rows for servers that give none, and rowRuntime.js, which they
// and the checks that our server compiles import.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv, _ } from "ajv";
import ajvPackage from "ajv/package.json" with { type: "json" };
import standalone from "ajv/dist/standalone/index.js";
import { bundleRuntime, compileRowChecks } from "./support/rowChecks.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Exported name: the call's file and the part of it that a form fills. */
const forms = {
  signInBody: { call: "sign-in", part: "body" },
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
/** What checks are compiled by. */
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
