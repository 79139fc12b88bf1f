import {
  conditionList,
  type Field,
  type RowValues,
} from "../../../domain/resource";
import { decidingFields } from "../../../domain/rowCondition";
import { hintFor } from "../nearest";
import { escapePointer, isObject } from "../pointer";
import { fault, type Fault } from "../problem";

/** The registry, which compiles these schemas, imports this module. */
type JsonSchema = { readonly [keyword: string]: unknown };
type Fields = Readonly<Record<string, Field>>;

const enforced = new WeakMap<JsonSchema, JsonSchema>();

/**
 * Returns the schema with `x-when` as `if`, `then` and `else`, at every level: a field that
 * its form does not show must be empty, and is required only while the form shows it.
 * Returns the schema itself if it has no `x-when`.
 */
export function withConditions(schema: JsonSchema): JsonSchema {
  const known = enforced.get(schema);
  if (known) return known;
  const parts = Object.entries(schema).map(
    ([keyword, value]) => [keyword, within(value)] as const,
  );
  const isSame = parts.every(([keyword, value]) => value === schema[keyword]);
  const inner = isSame ? schema : Object.fromEntries(parts);
  const result = conditional(inner);
  enforced.set(schema, result);
  return result;
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries: unknown[] = value;
    const changed = entries.map(within);
    return changed.every((entry, index) => entry === entries[index])
      ? value
      : changed;
  }
  return isObject(value) ? withConditions(value) : value;
}

/** The values that count as empty. */
const empty = [null, "", []];

const schemaOf = ({ field, in: choices }: RowValues): JsonSchema => ({
  required: [field],
  properties: {
    [field]: choices ? { enum: choices } : { not: { enum: empty } },
  },
});

function conditional(schema: JsonSchema): JsonSchema {
  const { properties, required, allOf } = schema;
  if (!isFields(properties)) return schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const rules = Object.entries(properties).flatMap(([name, field]) =>
    field["x-when"] === undefined
      ? []
      : [
          {
            if: { allOf: conditionList(field["x-when"]).map(schemaOf) },
            ...(needed.includes(name) && { then: { required: [name] } }),
            else: { properties: { [name]: { enum: empty } } },
          },
        ],
  );
  if (rules.length === 0) return schema;
  return {
    ...schema,
    required: needed.filter(
      (name) => properties[String(name)]?.["x-when"] === undefined,
    ),
    allOf: [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), ...rules],
  };
}

/** Whether a value is the `properties` of a schema, and not a property of that name. */
const isFields = (value: unknown): value is Fields =>
  isObject(value) && Object.values(value).every(isObject);

/**
 * Yields the mistakes in the `x-when` of an object's fields: conditions over fields that do
 * not exist, that people do not fill in or whose values cannot be compared, and conditions
 * that lead back to their own field.
 */
export function* conditionFaults({
  $id,
  properties,
}: JsonSchema): Generator<Fault> {
  if (!isFields(properties)) return;
  const names = Object.entries(properties).flatMap(([name, field]) =>
    field["x-core"] === true ? [] : [name],
  );
  for (const [name, { "x-when": when }] of Object.entries(properties)) {
    if (!isConditions(when)) continue;
    const pointer = `/properties/${escapePointer(name)}/x-when`;
    for (const [index, condition] of conditionList(when).entries()) {
      const place = Array.isArray(when) ? `${pointer}/${index}` : pointer;
      yield* oneFaults(condition, {
        place,
        names,
        properties,
        row: String($id),
      });
    }
    const circle = circleOf(name, properties);
    if (circle)
      yield fault(pointer, "whenCircle", { path: circle.join(" → ") });
  }
}

/** The meta-schema reports other values. */
const isConditions = (when: unknown): when is RowValues | RowValues[] =>
  isObject(when) ||
  (Array.isArray(when) && (when as unknown[]).every((each) => isObject(each)));

function* oneFaults(
  { field: name, in: choices, filled }: RowValues,
  {
    place,
    names,
    properties,
    row,
  }: {
    place: string;
    names: readonly string[];
    properties: Fields;
    row: string;
  },
): Generator<Fault> {
  if ((choices === undefined) === (filled === undefined))
    yield fault(place, "valuesOrFilled");
  const field = names.includes(name) ? properties[name] : undefined;
  if (!field) {
    const hint = hintFor(name, names);
    yield fault(`${place}/field`, "unknownField", { name, row, hint });
    return;
  }
  if (choices && [field.type].flat().some((type) => type === "array"))
    yield fault(`${place}/in`, "notComparable", { field: name });
  const types = [field.type].flat();
  for (const [index, choice] of (choices ?? []).entries()) {
    const known = field.enum ?? [];
    const isPossible = field.enum
      ? known.includes(choice)
      : types.some((type) => isOfType(choice, type));
    if (!isPossible)
      yield fault(`${place}/in/${index}`, "whereValue", {
        field: name,
        value: JSON.stringify(choice),
        hint: hintFor(String(choice), known.map(String)),
      });
  }
}

const isOfType = (value: unknown, type: string | undefined): boolean =>
  type === undefined ||
  type === "array" ||
  typeof value === (type === "integer" ? "number" : type);

/** Returns the path of conditions from a field back to itself, or null. */
function circleOf(start: string, fields: Fields): string[] | null {
  const paths = [[start]];
  const seen = new Set<string>();
  for (const path of paths)
    for (const next of decidingFields(fields[path.at(-1) ?? ""] ?? {})) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  return null;
}
