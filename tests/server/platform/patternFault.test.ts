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
});
