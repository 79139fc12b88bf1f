import { describe, expect, it } from "vitest";
import {
  createRegistry,
  entry,
  type Entry,
} from "../../../../src/workspace/registry/rank";

const isAny = () => true;
const isLong = (text: string) => text.length > 3;

const registryOf = (...entries: Entry<string, string>[]) => {
  const registry = createRegistry<string, string>();
  registry.register(entries);
  return registry;
};

describe("a registry", () => {
  it("returns the match with the highest rank", () => {
    const registry = registryOf(
      entry(10, isLong, "long"),
      entry(1, isAny, "any"),
    );
    expect(registry.bestMatch("abcd")).toBe("long");
    expect(registry.bestMatch("ab")).toBe("any");
  });

  it("prefers the later of two matches with equal ranks", () => {
    const registry = registryOf(entry(5, isAny, "first"));
    registry.register([entry(5, isAny, "second")]);
    expect(registry.bestMatch("a")).toBe("second");
  });

  it("throws if nothing matches", () => {
    const registry = registryOf(entry(5, isLong, "long"));
    expect(() => registry.bestMatch("ab")).toThrow("Nothing registered");
  });
});
