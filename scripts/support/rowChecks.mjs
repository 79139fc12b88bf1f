// Builds the module that every compiled row validator imports, and the row
// validators for servers that send none.
import { Ajv, _ } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { bundle, readFolder } from "./generated.mjs";

/** Its source. Bundlers import Ajv's CommonJS parts with or without `default`. */
const entry = `
import ucs2length from "ajv/dist/runtime/ucs2length.js";
export { formats } from "./server/platform/schemas/formats";
export { isEqual } from "./domain/formats";
export const countCharacters = ucs2length.default ?? ucs2length;
`;

/** Returns the text of the module that compiled row validators import. */
export const bundleRuntime = () => bundle("rowRuntime.js", entry);

/** Returns the schemas of rows: the schemas that list core fields. */
const readRows = () =>
  readFolder("schemas").filter(({ properties = {} }) =>
    Object.values(properties).some((field) => field["x-core"]),
  );

/**
 * Returns the part of a row schema that rows of another server must satisfy:
 * types, enums and formats. Lengths and required fields are rules of our own
 * server only.
 */
const kept = ["type", "enum", "format"];

function loosened(schema) {
  const { items, properties } = schema;
  const rules = Object.entries(schema).filter(([name]) => kept.includes(name));
  return {
    ...Object.fromEntries(rules),
    ...(items ? { items: loosened(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [
              name,
              loosened(field),
            ]),
          ),
        }
      : {}),
  };
}

/** Returns a module that exports one validator for each row, by the row's name. */
export function compileRowChecks() {
  const rows = readRows();
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    strictNumbers: false,
    messages: false,
    code: { source: true, esm: true, formats: _`formats` },
    // The compiled code imports the real formats.
    formats: Object.fromEntries(
      ["date", "date-time", "email"].map((name) => [
        name,
        { type: "string", validate: () => true },
      ]),
    ),
  });
  for (const row of rows) ajv.addSchema(loosened(row), row.$id);
  const exported = rows.map(({ $id }, index) => [`row${index}`, $id]);
  const code = standalone.default(ajv, Object.fromEntries(exported));
  if (/\brequire\("/.test(code))
    throw new Error("A row's schema needs a part of Ajv that is not bundled.");
  const byName = exported.map(
    ([name, id]) => `  ${JSON.stringify(id)}: ${name},`,
  );
  return `import { formats } from "./rowRuntime.js";
${code}
export const rowChecks = {
${byName.join("\n")}
};
`;
}
