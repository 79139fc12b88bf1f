import { escapePointer, isObject } from "../pointer";

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const single = [
  "items additionalProperties not if then else contains propertyNames",
].flatMap((names) => names.split(" "));
const several = ["anyOf", "allOf", "oneOf"];
const named = ["properties", "patternProperties", "definitions"];

/** The keywords that hold schemas. */
export const partKeywords: readonly string[] = [
  ...single,
  ...several,
  ...named,
];

/** Yields the schemas within a keyword's value, each with its pointer. */
export function* partsOf(
  keyword: string,
  value: unknown,
): Generator<[string, unknown]> {
  if (single.includes(keyword)) yield ["", value];
  const isSeveral = several.includes(keyword) && Array.isArray(value);
  const isNamed = named.includes(keyword) && isObject(value);
  if (!isSeveral && !isNamed) return;
  for (const [name, part] of Object.entries(value))
    yield [`/${escapePointer(name)}`, part];
}
