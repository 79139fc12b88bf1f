import type { Declaration } from "../document/types";

const places = [
  "columns",
  "filters",
  "sorts",
  "search",
  "card",
  "defaultOrder",
] as const;

export type Place = (typeof places)[number];

/** Keys whose texts are no fields, though they may read like one. */
const others = new Set(["id", "param", "send", "value", "match", "cell"]);

/** Where a declaration uses a field. */
export const placesOf = (declaration: Declaration, name: string): Place[] =>
  places.filter((place) => isNamedIn(declaration[place], name));

function isNamedIn(part: unknown, name: string): boolean {
  if (typeof part === "string") return part === name;
  if (Array.isArray(part))
    return (part as unknown[]).some((one) => isNamedIn(one, name));
  if (typeof part !== "object" || part === null) return false;
  return Object.entries(part).some(
    ([key, value]) =>
      !others.has(key) &&
      !["sort", "by", "resets", "access"].includes(key) &&
      isNamedIn(value, name),
  );
}
