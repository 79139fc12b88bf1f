import { nearest } from "../nearest";
import { escapePointer, isObject } from "../pointer";
import type { JsonSchema } from "./registry";

/** Keywords whose value is one schema, several, or several by name. */
const single = [
  "items additionalProperties not if then else contains propertyNames",
].flatMap((names) => names.split(" "));
const several = ["anyOf", "allOf", "oneOf"];
const named = ["properties", "patternProperties", "definitions"];

/** Keywords that hold schemas. */
export const partKeywords: readonly string[] = [
  ...single,
  ...several,
  ...named,
];

/** The schemas within a keyword's value, with the pointer to each. */
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

/** Why a `$ref` leads nowhere; null where it leads to a schema. */
export function refuseReference(
  reference: string,
  known: { schemas: ReadonlyMap<string, JsonSchema>; content: unknown },
): string | null {
  const [id = "", path = ""] = reference.split("#");
  const schema = id === "" ? known.content : known.schemas.get(id);
  if (schema === undefined) {
    const near = nearest(id, known.schemas.keys());
    return `no schema "${id}"${near ? `; did you mean "${near}"?` : ""}`;
  }
  let part: unknown = schema;
  let siblings: string[] = [];
  let wanted = "";
  for (const name of path.split("/").slice(1)) {
    siblings = isObject(part) ? Object.keys(part) : [];
    wanted = name;
    part = isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }
  if (part !== undefined) return null;
  const near = nearest(wanted, siblings);
  return `"${reference}" leads nowhere${near ? `; did you mean "${near}"?` : ""}`;
}
