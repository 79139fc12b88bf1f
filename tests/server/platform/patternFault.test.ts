import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { loadSchemas } from "../../../server/platform/schemas/loadSchemas";
import { patternFault } from "../../../server/platform/schemas/patternFault";

describe("a pattern", () => {
  it.each([
    "^(a+)+$",
    "^(a*)*$",
    "(a|a)*b",
    "(a|ab|b)*c",
    "^(a?b?)*$",
    "^([a-z]+\\s*)+$",
    "^(\\w+\\s?)*$",
    "(x+x+)+y",
    "^(?=(a+)+b)a",
    "(a{1,40}){1,40}",
    "^(?:\\d+|\\d+,)*$",
    "([^x]+y?)*z",
    "(.*,)*$",
    "^((a?){7}){7}b$",
    "^(a?){30}a{30}$",
    `^${"a?".repeat(30)}${"a".repeat(30)}$`,
    "^((a|aa){6}){6}b$",
    "^.*.*.*.*.*b$",
  ])("that can take exponential time is rejected: %s", (pattern) => {
    expect(patternFault(pattern)?.id).toBe("patternSlow");
  });

  it.each([
    "^[1-9]\\d{0,15}$",
    "^(/[a-z0-9-]+)+$",
    "^([a-z][A-Za-z0-9]{0,39}(,[a-z][A-Za-z0-9]{0,39})*)?$",
    "^(?!.*[Kk][Mm]\\s*$)(\\d.*[^\\dKk\\s])\\s*$",
    "^(\\w+\\s)*\\w*$",
    "(a|b)*abb",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^[\\p{L}\\p{N}]+( [\\p{L}\\p{N}]+)*$",
    "^.*a.*b.*$",
    "^(\\d{1,3}\\.){3}\\d{1,3}$",
    "^(\\d{1,3}){3}$",
    "^[a-z]{0,8}[a-z0-9]{0,8}$",
    "",
  ])("that matches in few ways is accepted: %s", (pattern) => {
    expect(patternFault(pattern)).toBeNull();
  });

  it.each([
    ["(", "patternInvalid"],
    ["[z-a]", "patternInvalid"],
    ["^(a)\\1$", "patternRefersBack"],
    ["^(abcdefg){8}(abcdefg){8}(abcdefg){8}$", "patternTooLong"],
  ])("that is invalid or cannot be checked is rejected: %s", (pattern, id) => {
    expect(patternFault(pattern)?.id).toBe(id);
  });

  it("of the project is never rejected", () => {
    const patterns = new Set<string>();
    JSON.stringify(loadSchemas(process.cwd()).all(), (key, value: unknown) => {
      if (key === "pattern" && typeof value === "string") patterns.add(value);
      return value;
    });
    expect(patterns.size).toBeGreaterThan(10);
    for (const pattern of patterns)
      expect([pattern, patternFault(pattern)]).toEqual([pattern, null]);
  });

  it("of the program's code never takes exponential time", () => {
    const patterns = ["domain", "server", "src"].flatMap(patternsIn);
    expect(patterns.length).toBeGreaterThan(50);
    const slow = patterns.filter(
      ({ pattern }) => patternFault(pattern)?.id === "patternSlow",
    );
    expect(slow).toEqual([]);
  });
});

/** Returns the regular expressions that the TypeScript files of a folder contain. */
function patternsIn(folder: string): { file: string; pattern: string }[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), "utf8");
      const found: { file: string; pattern: string }[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          const pattern = node.text.slice(1, node.text.lastIndexOf("/"));
          found.push({ file: path.join(folder, file), pattern });
        }
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
      return found;
    });
}
