import fc from "fast-check";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readJsonFolder } from "../../../server/platform/readJson";

const root = mkdtempSync(path.join(tmpdir(), "json-"));
mkdirSync(path.join(root, "texts"));
afterAll(() => {
  rmSync(root, { recursive: true });
});

function read(text: string | Buffer) {
  writeFileSync(path.join(root, "texts/a.json"), text);
  return readJsonFolder(root, "texts");
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("a JSON file", () => {
  it.each([
    ['{\n "a": 1,}', 2, 9, "jsonName"],
    ["[1, 2,]", 1, 7, "jsonValue"],
    ['{"a": 1 "b": 2}', 1, 9, "jsonComma"],
    ['{"a": 1', 1, 8, "jsonBrace"],
    ['{"a": }', 1, 7, "jsonValue"],
    ['{"a"', 1, 5, "jsonColon"],
    ["{a: 1}", 1, 2, "jsonSymbol"],
    ["{\"a\": 'b'}", 1, 7, "jsonSymbol"],
    ["// list\n{}", 1, 1, "jsonComment"],
    ['["a]', 1, 2, "jsonQuote"],
    ['["\\x"]', 1, 2, "jsonEscape"],
    ["{} {}", 1, 4, "jsonEnd"],
  ])("is rejected with line and column: %s", (text, line, column, id) => {
    const [problem] = read(text).problems;
    expect(problem?.message).toEqual({
      id: "jsonSyntax",
      values: { line, column, reason: { id } },
    });
  });

  it.each<[string, string | Buffer]>([
    ["isEmpty", " \n"],
    ["fileNotUtf8", Buffer.from([0x7b, 0xff, 0x7d])],
    ["fileByteOrderMark", "\ufeff{}"],
    ["fileTooLarge", `"${"a".repeat(2_000_000)}"`],
    ["tooDeep", "[".repeat(500_000) + "]".repeat(500_000)],
    // Reading the string again from each of its quotes would take hours.
    ["jsonSyntax", `"${'\\"'.repeat(990_000)}`],
  ])("is rejected as a whole: %s", (id, text) => {
    const { files, problems } = read(text);
    expect([files, problems[0]?.message?.id]).toEqual([[], id]);
  });

  it("may not have the same key twice in one object", () => {
    const { problems } = read('{"a": [{"b/c": 1}, {"b/c": 1, "b/c": 2}]}');
    expect(problems).toMatchObject([
      { pointer: "/a/1/b~1c", message: { id: "duplicateKey" } },
    ]);
  });

  it("is rejected exactly if JSON.parse rejects it", () => {
    const sample = '{"a": [1, -2.5e3, {"b": null, "c": "x\\n"}], "d": true}';
    const piece = fc.constantFrom(
      ...Array.from(",}][{\"\\:\n0e-.\u0000'/\u2028\u0085"),
      "null",
      "//",
      "\\u00",
    );
    fc.assert(
      fc.property(
        fc.nat(sample.length),
        fc.nat(12),
        fc.array(piece, { maxLength: 3 }),
        (from, length, put) => {
          const text =
            sample.slice(0, from) + put.join("") + sample.slice(from + length);
          const isAccepted = read(text).files.length === 1;
          expect([text, isAccepted]).toEqual([text, isJson(text)]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
