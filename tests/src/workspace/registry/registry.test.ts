import { describe, expect, it } from "vitest";
import {
  createRegistry,
  type Entry,
} from "../../../../src/workspace/registry/registry";

const isAny = () => true;
const isLong = (text: string) => text.length > 3;

const registryOf = (...entries: Entry<string, string>[]) => {
  const registry = createRegistry<string, string>();
  registry.register(entries);
  return registry;
};

describe("a registry", () => {
  it("returns the last entry that matches", () => {
    const registry = registryOf([isAny, "any"], [isLong, "long"]);
    expect(registry.lastMatch("abcd")).toBe("long");
    expect(registry.lastMatch("ab")).toBe("any");
    registry.register([[isAny, "later"]]);
    expect(registry.lastMatch("abcd")).toBe("later");
  });

  it("throws if nothing matches", () => {
    const registry = registryOf([isLong, "long"]);
    expect(() => registry.lastMatch("ab")).toThrow("Nothing registered");
  });
});
