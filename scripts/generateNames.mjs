// Writes generated/registeredNames.ts from the tables of the browser's areas: the cells
// that columns can name with their types of field, and the names of confirm rules and
// panels. The server checks declarations by them. Also writes the names into `examples`
// of the meta-schema, from which editors suggest them.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root, writeGenerated, writeIfNew } from "./support/generated.mjs";

/** The modules that register parts: the engine's and one of each area. */
const modules = [
  "src/workspace/rows/columns.tsx",
  ...fs
    .readdirSync(path.join(root, "src"))
    .sort()
    .map((area) => `src/${area}/index.ts`)
    .filter((file) => fs.existsSync(path.join(root, file))),
];

const nameOf = ({ name }) => name.text;

/** Returns the properties of an object literal; a shorthand stands for its constant. */
function propertiesOf(file, node, constants) {
  if (!ts.isObjectLiteralExpression(node))
    throw new Error(`${file}: write cells, confirms and panels as objects.`);
  return node.properties.map((property) => {
    const written = property.initializer ?? property.name;
    const value = ts.isIdentifier(written)
      ? (constants.get(written.text) ?? written)
      : written;
    return [nameOf(property), value];
  });
}

/**
 * Returns the tables of a module: `cells` (the engine's are `standardCells`), `confirms` and
 * `panels`, where it has them.
 */
function tablesOf(file) {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const constants = new Map();
  const tables = { cells: [], confirms: [], panels: [] };
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer)
      constants.set(nameOf(node), node.initializer);
    const isTable =
      (ts.isPropertyAssignment(node) ||
        ts.isShorthandPropertyAssignment(node)) &&
      Object.hasOwn(tables, node.name.text);
    if (isTable) {
      const table = node.initializer ?? constants.get(nameOf(node));
      tables[nameOf(node)].push(...propertiesOf(file, table, constants));
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  const standard = constants.get("standardCells");
  if (standard) tables.cells.push(...propertiesOf(file, standard, constants));
  return {
    cells: tables.cells.flatMap(([name, cell]) => {
      const known = propertiesOf(file, cell, constants);
      const types = known.find(([property]) => property === "types")?.[1];
      return types ? [[name, types.elements.map(({ text }) => text)]] : [];
    }),
    confirms: tables.confirms.map(([name]) => name),
    panels: tables.panels.map(([name]) => name),
  };
}

const tables = modules.map(tablesOf);
const cells = tables
  .flatMap((table) => table.cells)
  .toSorted(([one], [other]) => one.localeCompare(other));
const confirms = tables.flatMap((table) => table.confirms);
// The engine draws the history itself.
const panels = ["history", ...tables.flatMap((table) => table.panels)];

writeGenerated(
  "registeredNames.ts",
  `/** The cells that columns can name, with the types of field that each can show first. */
export const cellTypes: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(cells), null, 2)};
/** The rules that ask before an action. */
export const confirmNames: readonly string[] = ${JSON.stringify(confirms)};
/** The panels of rows that declarations name in \`rowPanel\`. */
export const panelNames: readonly string[] = ${JSON.stringify(panels)};
`,
);

/** Replaces the names that follow `"examples":` after a key of the meta-schema. */
const withExamples = (text, key, names) => {
  const start = text.indexOf('"examples"', text.indexOf(`"${key}": {`));
  const end = text.indexOf("]", start) + 1;
  const present = JSON.parse(`{${text.slice(start, end)}}`).examples;
  if (JSON.stringify(present) === JSON.stringify(names)) return text;
  const indent = " ".repeat(start - text.lastIndexOf("\n", start) - 1);
  const entries = names.map((name) => JSON.stringify(name));
  const line = `"examples": [${entries.join(", ")}]`;
  // As the formatter breaks lines.
  const isShort = indent.length + line.length < 80;
  const list = isShort
    ? line
    : `"examples": [\n${entries.map((entry) => `${indent}  ${entry}`).join(",\n")}\n${indent}]`;
  return text.slice(0, start) + list + text.slice(end);
};

const meta = "schemas/meta/resource.json";
const written = fs.readFileSync(path.join(root, meta), "utf8");
writeIfNew(
  meta,
  withExamples(
    withExamples(written, "rowPanel", panels),
    "cell",
    cells.map(([name]) => name),
  ),
);
