import { nearest } from "../nearest";
import { escapePointer, isObject } from "../pointer";
import type { Fault } from "../problem";
import { schemaFaults } from "./schemaFaults";
import { show } from "./schemaReason";
import type { JsonSchema } from "./registry";

/** Whether a file of schemas/ describes rows: it says so, or it shows. */
export function isRow(content: JsonSchema): boolean {
  const { $schema, properties } = content;
  return (
    String($schema).endsWith("meta/row.json") ||
    "x-areas" in content ||
    (isObject(properties) &&
      Object.values(properties).some(
        (field) => isObject(field) && field["x-core"] === true,
      ))
  );
}

/** Names that every object has; as a field's they would be mistaken for it. */
export const inheritedNames: readonly string[] = Object.getOwnPropertyNames(
  Object.prototype,
);

/**
 * What keeps a schema from being that of rows: what schemas/meta/row.json
 * refuses, and what a field says that does not go together.
 */
export function checkRow(content: JsonSchema, meta: JsonSchema): Fault[] {
  const faults = schemaFaults({ schema: meta, content });
  const { properties } = content;
  if (!isObject(properties)) return faults;
  return [
    ...faults,
    ...nameFaults(Object.keys(properties)),
    ...requiredFaults(content.required, properties),
    ...Object.entries(properties).flatMap(([name, field]) =>
      isObject(field)
        ? [...fieldFaults(field)].map(({ pointer, reason }) => ({
            pointer: `/properties/${escapePointer(name)}${pointer}`,
            reason,
          }))
        : [],
    ),
  ];
}

function* nameFaults(names: readonly string[]): Generator<Fault> {
  const seen = new Map<string, string>();
  for (const name of names) {
    const pointer = `/properties/${escapePointer(name)}`;
    const other = seen.get(name.toLowerCase());
    if (inheritedNames.includes(name))
      yield { pointer, reason: `no field may be called "${name}"` };
    if (other !== undefined)
      yield { pointer, reason: `differs from "${other}" by case only` };
    seen.set(name.toLowerCase(), name);
  }
}

/** Rows that were imported before a field came do not have it. */
function* requiredFaults(
  required: unknown,
  properties: Readonly<Record<string, unknown>>,
): Generator<Fault> {
  if (!Array.isArray(required)) return;
  for (const [index, name] of required.entries()) {
    const field =
      typeof name === "string" && Object.hasOwn(properties, name)
        ? properties[name]
        : undefined;
    if (isObject(field) && field["x-core"] !== true)
      yield {
        pointer: `/required/${index}`,
        reason: `"${String(name)}" is not in every row: only a field that the program knows (x-core) can be required; a feed's mapping can refuse rows without it`,
      };
  }
}

/** Which types a keyword says something of. */
const typesOfKeyword = {
  minimum: ["integer", "number"],
  maximum: ["integer", "number"],
  multipleOf: ["integer", "number"],
  "x-unit": ["integer", "number"],
  minLength: ["string"],
  maxLength: ["string"],
  pattern: ["string"],
  format: ["string"],
  "x-dictionary": ["string"],
  items: ["array"],
  minItems: ["array"],
  maxItems: ["array"],
  uniqueItems: ["array"],
} as const;

const kinds = {
  integer: "numbers",
  number: "numbers",
  string: "texts",
  array: "lists",
};

const typesThere: readonly unknown[] =
  "string integer number boolean array object null".split(" ");

function* fieldFaults(field: JsonSchema): Generator<Fault> {
  const types = [field.type].flat();
  if (!types.every((type) => typesThere.includes(type))) return;
  for (const [keyword, wanted] of Object.entries(typesOfKeyword))
    if (keyword in field && !wanted.some((type) => types.includes(type)))
      yield {
        pointer: `/${keyword}`,
        reason: `"${keyword}" is for ${kinds[wanted[0]]}, and the type is ${types.map(show).join(" or ")}`,
      };
  yield* choiceFaults(field, types);
  if (!types.includes("array") || field["x-core"] === true) return;
  const { items } = field;
  if (!isObject(items))
    yield { pointer: "/items", reason: "is missing: what is in the list?" };
  else if (items.type !== "string")
    yield { pointer: "/items/type", reason: "a list of a row holds texts" };
}

function* choiceFaults(
  field: JsonSchema,
  types: readonly unknown[],
): Generator<Fault> {
  const { enum: choices, "x-groups": groups, "x-dictionary": words } = field;
  if (groups !== undefined && !Array.isArray(choices))
    yield {
      pointer: "/x-groups",
      reason: "groups values of an enum; there is none",
    };
  if (!Array.isArray(choices)) return;
  if (words !== undefined)
    yield { pointer: "/enum", reason: "a word of a dictionary has no enum" };
  if (types.includes("null") && !choices.includes(null))
    yield {
      pointer: "/enum",
      reason:
        "lacks null, which the type allows: a row without a value would be refused",
    };
  if (!isObject(groups)) return;
  const names = choices.map(String);
  for (const [group, values] of Object.entries(groups)) {
    const pointer = `/x-groups/${escapePointer(group)}`;
    if (names.includes(group))
      yield { pointer, reason: `"${group}" is a value of the enum itself` };
    if (!Array.isArray(values)) continue;
    for (const [index, value] of values.entries()) {
      if (choices.includes(value)) continue;
      const near = nearest(String(value), names);
      const hint = near === undefined ? "" : `; did you mean ${near}?`;
      const reason = `${show(value)} is no value of the enum${hint}`;
      yield { pointer: `${pointer}/${index}`, reason };
    }
  }
}
