import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../src/workspace/registry/areaModule";
import { lastMatch } from "../../../../src/workspace/registry/areas";

const any: Entry<string, string> = [() => true, "any"];
const long: Entry<string, string> = [(text) => text.length > 3, "long"];

describe("a table of entries", () => {
  it("returns the value of the last entry that matches", () => {
    expect(lastMatch([any, long], "abcd")).toBe("long");
    expect(lastMatch([any, long], "ab")).toBe("any");
    expect(lastMatch([long, any], "abcd")).toBe("any");
  });

  it("throws if nothing matches", () => {
    expect(() => lastMatch([long], "ab")).toThrow("Nothing registered");
  });
});
