// Writes generated/schemas.ts: one TypeScript type for each schema in schemas/, and the map
// `SchemaTypes` of the types by reference.
// With `--check` it writes nothing and fails when the file is out of date.
import fs from "node:fs";
import path from "node:path";
import { readFolder, root, writeIfNew } from "./support/generated.mjs";

const file = "generated/schemas.ts";

/** "place-bid" -> "PlaceBid" */
const pascal = (id) =>
  id.replace(/(^|-)([a-z])/g, (_, _dash, letter) => letter.toUpperCase());

const annotations = new Set(["title", "description", "$schema"]);

/**
 * Returns the schema that the type is derived from. Types of rows have only the
 * core fields, because administrators change the other fields at run time. All
 * other types have exactly the listed properties.
 */
function forTypes(schema, id) {
  if (Array.isArray(schema)) return schema.map((part) => forTypes(part, id));
  if (schema === null || typeof schema !== "object") return schema;
  const copy = {};
  for (const [key, value] of Object.entries(schema)) {
    if (typeof value === "string" && annotations.has(key)) continue;
    if (key.startsWith("x-")) continue;
    // The types cannot be recursive: a schema within itself is unknown.
    if (key === "$ref" && value === "#") continue;
    copy[key] =
      key === "$ref" && value.startsWith("#")
        ? `${id}${value}`
        : forTypes(value, id);
  }
  const properties = schema.properties;
  if (properties && typeof properties === "object" && !schema.$ref) {
    const isRow = Object.values(properties).some((field) => field["x-core"]);
    copy.properties = Object.fromEntries(
      Object.entries(properties)
        .filter(([, field]) => !isRow || field["x-core"])
        .map(([name, field]) => [name, forTypes(field, id)]),
    );
    copy.additionalProperties = isRow
      ? true
      : forTypes(schema.additionalProperties ?? false, id);
  }
  return copy;
}

function collectReferences(schema, found = new Set()) {
  if (schema === null || typeof schema !== "object") return found;
  if (typeof schema.$ref === "string" && !schema.$ref.startsWith("#"))
    found.add(schema.$ref.split("#")[0]);
  for (const value of Object.values(schema)) collectReferences(value, found);
  return found;
}

function allReferences(id, byId, found = new Set()) {
  for (const reference of collectReferences(byId.get(id))) {
    if (found.has(reference)) continue;
    found.add(reference);
    allReferences(reference, byId, found);
  }
  return [...found].sort();
}

const variable = (id) => {
  const name = pascal(id);
  return `${name[0].toLowerCase()}${name.slice(1)}Schema`;
};

function generate() {
  const schemas = [...readFolder("schemas"), ...readFolder("schemas/calls")];
  const meta = readFolder("schemas/meta");
  const byId = new Map();
  for (const schema of [...schemas, ...meta]) {
    if (byId.has(schema.$id)) throw new Error(`Two schemas "${schema.$id}"`);
    byId.set(schema.$id, schema);
  }
  const lines = [
    "// Written by `npm run generate` from schemas/. Never edited, never committed.",
    'import type { FromSchema, JSONSchema } from "json-schema-to-ts";',
    "",
  ];
  for (const [id, schema] of byId) {
    lines.push(
      `const ${variable(id)} = ${JSON.stringify(forTypes(schema, id))} as const satisfies JSONSchema;`,
    );
  }
  lines.push("");
  const typesByReference = [];
  for (const [id, schema] of byId) {
    const references = [...new Set([id, ...allReferences(id, byId)])]
      .map((reference) => `typeof ${variable(reference)}`)
      .join(", ");
    const type = (reference, name, source) => {
      lines.push(
        `export type ${name} = FromSchema<${source}, { references: [${references}] }>;`,
      );
      typesByReference.push(`  "${reference}": ${name};`);
    };
    if (schema.type) type(id, pascal(id), `typeof ${variable(id)}`);
    if (schema.$id.startsWith("meta-")) continue;
    for (const name of Object.keys(schema.definitions ?? {})) {
      const owner = id === "definitions" ? "" : pascal(id);
      type(
        `${id}#/definitions/${name}`,
        `${owner}${name[0].toUpperCase()}${name.slice(1)}`,
        `(typeof ${variable(id)})["definitions"]["${name}"]`,
      );
    }
  }
  lines.push("", "export type SchemaTypes = {", ...typesByReference, "};");
  return `${lines.join("\n")}\n`;
}

const text = generate();
if (!process.argv.includes("--check")) writeIfNew(file, text);
else if (fs.readFileSync(path.join(root, file), "utf8") !== text) {
  console.error(`${file} is out of date: run \`npm run generate\``);
  process.exit(1);
}
