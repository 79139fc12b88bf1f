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
  ])("that can take exponential time is refused: %s", (pattern) => {
    expect(patternFault(pattern)).toContain("exponential time");
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
    "",
  ])("that takes a time in step with the text is none: %s", (pattern) => {
    expect(patternFault(pattern)).toBeNull();
  });

  it.each([
    ["(", "is no regular expression"],
    ["[z-a]", "is no regular expression"],
    ["^(a)\\1$", "refers back to a group"],
    ["^(abcdefg){8}(abcdefg){8}(abcdefg){8}$", "is too long to be judged"],
  ])("that is none or cannot be judged says so: %s", (pattern, reason) => {
    expect(patternFault(pattern)).toContain(reason);
  });

  it("of the project's schemas is never one that cannot be used", () => {
    const patterns = new Set<string>();
    JSON.stringify(loadSchemas(process.cwd()).all(), (key, value: unknown) => {
      if (key === "pattern" && typeof value === "string") patterns.add(value);
      return value;
    });
    expect(patterns.size).toBeGreaterThan(10);
    for (const pattern of patterns)
      expect([pattern, patternFault(pattern)]).toEqual([pattern, null]);
  });
});
