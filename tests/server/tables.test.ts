import { existsSync, readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { areas } from "../../server/areas";
import { exceptions, type Exception } from "./tableExceptions";

/** From the lowest to the highest; each may read the tables of those before it. */
const floors = [
  "platform",
  "workspace",
  ...areas.map(({ name }) => name),
  // The files directly in server/.
  "program",
];
const floorOf = (area: string) => floors.indexOf(area);

type Use = {
  file: string;
  line: number;
  table: string;
  kind: Exception["kind"];
};

const tablesFiles = {
  platform: "server/platform/database/tables.ts",
  ...Object.fromEntries(
    floors
      .map((area) => [area, `server/${area}/tables.ts`] as const)
      .filter(([, file]) => existsSync(file)),
  ),
};

const parse = (file: string) =>
  ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.ESNext,
    true,
  );

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => {
    walk(child, visit);
  });
}

/** The tables of an area: members of `Tables`, and views of its migrations. */
function tablesOf(area: string, file: string): string[] {
  const names: string[] = [];
  walk(parse(file), (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === "Tables")
      for (const { name } of node.members)
        if (name && ts.isIdentifier(name)) names.push(name.text);
  });
  const migrations = readFileSync(`server/${area}/migrations.ts`, "utf8");
  const views = [...migrations.matchAll(/create view (\w+)/g)];
  return [...names, ...views.map(([, name]) => name ?? "")];
}

const owners = new Map(
  Object.entries(tablesFiles).flatMap(([area, file]) =>
    tablesOf(area, file).map((table) => [table, area] as const),
  ),
);

const writers = new Set([
  ...["insertInto", "replaceInto", "updateTable", "deleteFrom", "mergeInto"],
]);
const readers = new Set([
  ...["selectFrom", "from", "using", "innerJoin", "leftJoin", "rightJoin"],
  ...["fullJoin", "crossJoin", "innerJoinLateral", "leftJoinLateral"],
]);
const rawUse =
  /\b(insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into|from|join|using)\s+"?(\w+)/gi;

/** Returns every use of a known table in the code of a file. */
function usesIn(file: string): Use[] {
  const source = parse(file);
  const uses: Use[] = [];
  const add = (node: ts.Node, kind: Use["kind"], text: string) => {
    const [table = ""] = text.split(" ");
    if (!owners.has(table)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    uses.push({ file, line: line + 1, table, kind });
  };
  walk(source, (node) => {
    if (ts.isCallExpression(node)) {
      const { expression, arguments: given } = node;
      if (ts.isIdentifier(expression) && expression.text === "claimCalls")
        for (const text of textsIn(given[1])) add(node, "write", text);
      if (!ts.isPropertyAccessExpression(expression)) return;
      const method = expression.name.text;
      const kind = writers.has(method) ? "write" : "read";
      if (kind === "read" && !readers.has(method)) return;
      for (const text of textsIn(given[0])) add(expression.name, kind, text);
    } else if (
      ts.isPropertyAssignment(node) &&
      ts.isIdentifier(node.name) &&
      node.name.text === "table"
    ) {
      // A retention rule deletes; other descriptions of tables are read.
      const isRetention = node.parent.properties.some(
        ({ name }) => name && ts.isIdentifier(name) && name.text === "since",
      );
      for (const text of textsIn(node.initializer))
        add(node, isRetention ? "write" : "read", text);
    } else if (ts.isStringLiteralLike(node) || isTemplatePart(node)) {
      for (const [, verb = "", table = ""] of node.text.matchAll(rawUse)) {
        const isRead = /^(from|join|using)$/i.test(verb);
        add(node, isRead ? "read" : "write", table);
      }
    }
  });
  return uses;
}

const isTemplatePart = (
  node: ts.Node,
): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

/** The texts of a literal, of the literals in a list, or of both branches of a choice. */
function textsIn(node: ts.Expression | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(textsIn);
  if (ts.isConditionalExpression(node))
    return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)];
  return [];
}

/** The area of a file. */
const areaOf = (file: string) => {
  const [, area = "", inside] = file.split("/");
  return inside === undefined ? "program" : area;
};

function isAllowed({ file, table, kind }: Use): boolean {
  const area = areaOf(file);
  const owner = owners.get(table) ?? "";
  if (area === owner) return true;
  return kind === "read" && floorOf(owner) < floorOf(area);
}

const files = readdirSync("server", { recursive: true, encoding: "utf8" })
  .map((file) => `server/${file.replaceAll("\\", "/")}`)
  .filter((file) => /\.ts$/.test(file) && !file.endsWith("/migrations.ts"));
const uses = files.flatMap(usesIn);
const violations = uses.filter((use) => !isAllowed(use));

const isSame = (use: Use, exception: Exception) =>
  use.file === exception.file &&
  use.kind === exception.kind &&
  exception.tables.includes(use.table);

describe("a table", () => {
  it("is written by the area that declares it, and read there and above", () => {
    const unexplained = violations
      .filter((use) => !exceptions.some((exception) => isSame(use, exception)))
      .map(
        ({ file, line, kind, table }) =>
          `${file}:${line} must not ${kind} ${table} of ${owners.get(table)}`,
      );
    expect(unexplained).toEqual([]);
  });

  it("has no exception that is no longer needed", () => {
    const unneeded = exceptions.flatMap((exception) =>
      exception.tables
        .filter(
          (table) =>
            !violations.some((use) =>
              isSame(use, { ...exception, tables: [table] }),
            ),
        )
        .map((table) => `${exception.file}: ${exception.kind} ${table}`),
    );
    expect(unneeded).toEqual([]);
  });

  it("is found in every file of the server and has one owner", () => {
    expect(files.every((file) => floorOf(areaOf(file)) >= 0)).toBe(true);
    const declared = Object.entries(tablesFiles).flatMap(([area, file]) =>
      tablesOf(area, file),
    );
    expect(declared.sort()).toEqual([...owners.keys()].sort());
    const used = new Set(uses.map(({ table }) => table));
    expect([...owners.keys()].filter((table) => !used.has(table))).toEqual([]);
  });
});
