import fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jsonPlaces, lineAt } from "../../../server/platform/jsonPlaces";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("a text that is no JSON", () => {
  it.each([
    ['{"a": 1,}', 7, 'a comma stands before "}"'],
    ["[1, 2,]", 5, 'a comma stands before "]"'],
    ['{"a": 1 "b": 2}', 8, 'a comma or "}" is missing before """'],
    ['{"a": 1', 0, '"{" is never closed'],
    ['{"a": }', 6, 'a value is missing before "}"'],
    ['{"a"', 4, '":" is missing after "a"'],
    ["{a: 1}", 1, "a name in double quotes is missing here"],
    ["{'a': 1}", 1, "a name in double quotes is missing here"],
    ["{\"a\": 'b'}", 6, 'texts stand in double quotes, "like this"'],
    ['{"a": True}', 6, '"True" is no value; a text stands in double quotes'],
    ['{"a": 01}', 6, '"01" is no number of JSON'],
    ["// list\n{}", 0, "JSON has no comments"],
    ['["a]', 1, "a text has no closing quote"],
    ['["\\x"]', 1, "a text has a wrong escape after \\"],
    ["{} {}", 3, "something follows where the JSON ends"],
    ["[".repeat(80) + "]".repeat(80), 61, "is nested deeper than 60"],
  ])("is told where and why: %s", (text, offset, reason) => {
    expect(jsonPlaces(text).fault).toEqual({ offset, reason });
  });

  it("is refused exactly where JSON.parse refuses it", () => {
    const sample = readFileSync("resources/car-auction.json", "utf8");
    const pieces = fc.constantFrom(
      ...[
        ",",
        "}",
        "]",
        "[",
        "{",
        '"',
        "\\",
        ":",
        "\n",
        "0",
        "e",
        "-",
        "\u0000",
      ],
      ...["null", "//", "'", "\u2028", "\ud800", "\u0085", "\\u00", ".5", " "],
    );
    fc.assert(
      fc.property(
        fc.nat(sample.length),
        fc.nat(30),
        fc.array(pieces, { maxLength: 3 }),
        (from, length, put) => {
          const text =
            sample.slice(0, from) + put.join("") + sample.slice(from + length);
          expect([text, !jsonPlaces(text).fault]).toEqual([text, isJson(text)]);
        },
      ),
      { numRuns: 1500 },
    );
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonPlaces(text).fault).toBeUndefined();
      }),
    );
  });
});

describe("a JSON text", () => {
  const text = '{\n  "a": [1, {"b/c": true}],\n  "a": null\n}';

  it("has places by pointer, with line and column", () => {
    const { offsets } = jsonPlaces(text);
    const place = (pointer: string) => lineAt(text, offsets.get(pointer) ?? -1);
    expect(place("/a/1/b~1c")).toEqual({ line: 2, column: 13 });
    expect(place("/a/0")).toEqual({ line: 2, column: 9 });
  });

  it("names each key that stands twice in one object", () => {
    expect(jsonPlaces(text).doubled).toEqual(["/a"]);
    expect(jsonPlaces('[{"a":1},{"a":1}]').doubled).toEqual([]);
  });
});
