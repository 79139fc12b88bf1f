import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { applyBlocks, blocksOf } from "../../scripts/support/docBlocks.mjs";
import { makeTestFolder } from "./support";

const fenced = (info: string, ...lines: string[]) =>
  ["```" + info, ...lines, "```", ""].join("\n");

it("writes new files, lines and keys of a document in their order", () => {
  const folder = makeTestFolder({
    "list.ts": "const list = [\n  one,\n  two,\n];\n",
    "locales/en.json": '{ "list": { "found": { "row": "rows" } } }',
  });
  const document = [
    "# A document",
    fenced("sh", "npm test"),
    fenced("ts src/new.ts", "export const a = 1;"),
    fenced("diff list.ts", "   one,", "+  added,", "   two,"),
    fenced(
      "json locales/en.json merge",
      '{ "list": { "found": { "a": "b" } } }',
    ),
    fenced("diff src/new.ts", "-export const a = 1;", "+export const a = 2;"),
  ].join("\n");
  applyBlocks(folder, blocksOf(document));
  const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
  expect(read("src/new.ts")).toBe("export const a = 2;\n");
  expect(read("list.ts")).toBe(
    "const list = [\n  one,\n  added,\n  two,\n];\n",
  );
  expect(JSON.parse(read("locales/en.json"))).toEqual({
    list: { found: { row: "rows", a: "b" } },
  });
});

it.each([
  ["nowhere", "missing,"],
  ["twice", "same,"],
])("refuses lines that a file has %s", (where, line) => {
  const folder = makeTestFolder({ "list.ts": "same,\nsame,\n" });
  const document = fenced("diff list.ts", ` ${line}`, "+added,");
  expect(() => {
    applyBlocks(folder, blocksOf(document));
  }).toThrow(`list.ts has these lines ${where}:\n${line}`);
});
