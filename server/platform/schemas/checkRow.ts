import { hintFor } from "../nearest";
import { escapePointer, isObject } from "../pointer";
import { fault, under, type Fault } from "../problem";
import type { JsonSchema } from "./registry";
import { schemaFaults } from "./schemaFaults";
import { show } from "./schemaReason";

/** Returns whether a file of schemas/ describes the rows of lists. */
export function isRow(content: JsonSchema): boolean {
  const { $schema, properties } = content;
  return (
    String($schema).endsWith("meta/row.json") ||
    content["x-row"] === true ||
    "x-areas" in content ||
    (isObject(properties) &&
      Object.values(properties).some(
        (field) => isObject(field) && field["x-core"] === true,
      ))
  );
}

/** Names that every JavaScript object has; no field or filter may use them. */
export const inheritedNames: readonly string[] = Object.getOwnPropertyNames(
  Object.prototype,
);

/**
 * Returns the mistakes in a row schema: where it breaks schemas/meta/row.json,
 * and keywords of a field that contradict each other.
 */
export function checkRow(
  content: JsonSchema,
  meta: JsonSchema,
  others: readonly JsonSchema[] = [],
): Fault[] {
  const faults = schemaFaults({ schema: meta, others, content });
  const { properties } = content;
  if (!isObject(properties)) return faults;
  return [
    ...faults,
    ...nameFaults(Object.keys(properties)),
    ...historyFaults(content, Object.keys(properties)),
    ...(isImported(content)
      ? requiredFaults(content.required, properties)
      : defaultFaults(content.required, properties)),
    ...Object.entries(properties).flatMap(([name, field]) =>
      isObject(field)
        ? [...fieldFaults(field, isImported(content))].map((found) =>
            under(`/properties/${escapePointer(name)}`, found),
          )
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
      yield fault(pointer, "reservedName", { name });
    if (other !== undefined) yield fault(pointer, "differsByCase", { other });
    seen.set(name.toLowerCase(), name);
  }
}

/** The fields by which rows are compared must exist. */
function* historyFaults(
  { $id, "x-history": history }: JsonSchema,
  fields: readonly string[],
): Generator<Fault> {
  if (!isObject(history)) return;
  const same = Array.isArray(history.same) ? (history.same as unknown[]) : [];
  const named = [
    { pointer: "/variant", name: history.variant },
    ...same.map((name, index) => ({ pointer: `/same/${index}`, name })),
  ];
  for (const { pointer, name } of named)
    if (typeof name === "string" && !fields.includes(name))
      yield fault(`/x-history${pointer}`, "unknownField", {
        name,
        row: String($id),
        hint: hintFor(name, fields),
      });
}

const isImported = (content: JsonSchema): boolean =>
  "x-areas" in content || "x-copies" in content;

/** Rows that were imported before a field was added do not have it. */
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
      yield fault(`/required/${index}`, "requiredAdded", {
        name: String(name),
      });
  }
}

/** A form cannot clear a field that must have a value of its type but is not required. */
function* defaultFaults(
  required: unknown,
  properties: Readonly<Record<string, unknown>>,
): Generator<Fault> {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  for (const [name, field] of Object.entries(properties)) {
    if (!isObject(field) || field.default === undefined) continue;
    const types: readonly unknown[] = [field.type].flat();
    const canBeEmpty = types.includes("null") || types.includes("boolean");
    if (canBeEmpty || field.readOnly === true || needed.includes(name))
      continue;
    yield fault(
      `/properties/${escapePointer(name)}/default`,
      "defaultNeedsNull",
    );
  }
}

/** The types of field that a keyword applies to. */
const typesOfKeyword: Readonly<Record<string, readonly string[]>> = {
  minimum: ["integer", "number"],
  maximum: ["integer", "number"],
  multipleOf: ["integer", "number"],
  "x-unit": ["integer", "number"],
  minLength: ["string"],
  maxLength: ["string"],
  pattern: ["string"],
  format: ["string"],
  "x-dictionary": ["string"],
  "x-vocabulary": ["string"],
  items: ["array"],
  minItems: ["array"],
  maxItems: ["array"],
  uniqueItems: ["array"],
  "x-file": ["array"],
};

/** The types of field that each `x-shown` can show. */
const typesOfShown: Readonly<Record<string, readonly string[]>> = {
  photos: ["array"],
  readable: ["string"],
  letter: ["integer"],
  lotStatus: ["integer", "string"],
  bidStatus: ["integer"],
  bidType: ["integer", "string"],
  country: ["string"],
  note: ["string"],
  link: ["string"],
};

const fieldTypes: readonly unknown[] =
  "string integer number boolean array object null".split(" ");

const quoted = (names: readonly unknown[]): string =>
  names.map((name) => JSON.stringify(name)).join(", ");

function* fieldFaults(
  field: JsonSchema,
  ofImported: boolean,
): Generator<Fault> {
  const types = [field.type].flat();
  if (!types.every((type) => fieldTypes.includes(type))) return;
  for (const [keyword, needed] of Object.entries(typesOfKeyword))
    if (keyword in field && !needed.some((type) => types.includes(type)))
      yield fault(`/${keyword}`, "keywordNeedsType", {
        keyword,
        needed: quoted(needed),
        type: quoted(types),
      });
  const shown = field["x-shown"];
  const shownTypes =
    typeof shown === "string" ? typesOfShown[shown] : undefined;
  if (shownTypes && !shownTypes.some((type) => types.includes(type)))
    yield fault("/x-shown", "keywordNeedsType", {
      keyword: `x-shown: ${String(shown)}`,
      needed: quoted(shownTypes),
      type: quoted(types),
    });
  yield* choiceFaults(field, types);
  for (const keyword of ["x-when", "x-requiredWhen", "readOnly"])
    if (ofImported && keyword in field)
      yield fault(`/${keyword}`, "whenImported", { keyword });
  if ("x-file" in field) {
    if (ofImported) yield fault("/x-file", "fileNeedsRecord");
    if ("items" in field) yield fault("/items", "fileHasItems");
    return;
  }
  if (!types.includes("array") || field["x-core"] === true) return;
  const { items } = field;
  if (!isObject(items)) yield fault("/items", "itemsMissing");
  else if (items.type !== "string" && (ofImported || items.type !== "object"))
    yield fault("/items/type", "itemsNotText");
  else if (items.type === "object" && !isObject(items.properties))
    yield fault("/items", "missing", { name: "properties" });
}

/** A colour belongs to a value of the enum. */
function* toneFaults(
  tones: unknown,
  choices: readonly unknown[],
): Generator<Fault> {
  const names = choices.filter((value) => value !== null).map(String);
  for (const value of Object.keys(isObject(tones) ? tones : {}))
    if (!names.includes(value))
      yield fault(`/x-tones/${escapePointer(value)}`, "notInEnum", {
        value: show(value),
        hint: hintFor(value, names),
      });
}

function* choiceFaults(
  field: JsonSchema,
  types: readonly unknown[],
): Generator<Fault> {
  const { enum: choices, "x-groups": groups, "x-dictionary": words } = field;
  if (groups !== undefined && !Array.isArray(choices))
    yield fault("/x-groups", "groupsNeedEnum");
  const { "x-tones": tones } = field;
  if (tones !== undefined && !Array.isArray(choices))
    yield fault("/x-tones", "tonesNeedEnum");
  if (!Array.isArray(choices)) return;
  yield* toneFaults(tones, choices);
  if (words !== undefined) yield fault("/enum", "enumWithDictionary");
  if (types.includes("null") && !choices.includes(null))
    yield fault("/enum", "enumLacksNull");
  if (!isObject(groups)) return;
  const names = choices.map(String);
  for (const [name, values] of Object.entries(groups)) {
    const pointer = `/x-groups/${escapePointer(name)}`;
    if (names.includes(name)) yield fault(pointer, "groupIsValue", { name });
    if (!Array.isArray(values)) continue;
    for (const [index, value] of values.entries())
      if (!choices.includes(value))
        yield fault(`${pointer}/${index}`, "notInEnum", {
          value: show(value),
          hint: hintFor(String(value), names),
        });
  }
}
