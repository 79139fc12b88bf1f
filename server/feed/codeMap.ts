import type { MappedField } from "./feedMapping";

type CodeValue = NonNullable<MappedField["map"]>[string];

/** Normalizes case and separators, which vary in the codes of feeds. */
const codeOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s_-]+/)
    .join(" ");

/** Returns the expression of a map's key such as `/^hybrid/`; null for a text. */
export const patternOfKey = (key: string): string | null =>
  key.length > 2 && key.startsWith("/") && key.endsWith("/")
    ? key.slice(1, -1)
    : null;

/**
 * Makes a function that returns the value of a source text in a map: of the
 * text itself, else of the first expression that matches it; undefined without
 * an entry. Case is ignored.
 */
export function codeMap(
  map: MappedField["map"],
): (text: string) => CodeValue | undefined {
  const codes = new Map<string, CodeValue>();
  const patterns: { expression: RegExp; value: CodeValue }[] = [];
  for (const [key, value] of Object.entries(map ?? {})) {
    const pattern = patternOfKey(key);
    if (pattern === null) codes.set(codeOf(key), value);
    else patterns.push({ expression: new RegExp(pattern, "iu"), value });
  }
  return (text) => {
    const value = codes.size > 0 ? codes.get(codeOf(text)) : undefined;
    if (value !== undefined) return value;
    return patterns.find(({ expression }) => expression.test(text))?.value;
  };
}
