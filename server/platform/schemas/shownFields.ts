import {
  conditionOf,
  fieldsIn,
  type Conditions,
  type FieldTest,
  type RowCondition,
  type Value,
} from "../../../domain/condition/condition";
import { readCondition, type Reader } from "../../../domain/condition/reader";
import { decidingFields } from "../../../domain/condition/shownFields";
import {
  enumRange,
  groupMembers,
  orderOf,
} from "../../../domain/condition/values";
import { isEqual } from "../../../domain/formats";
import { fieldType, isNumber, type Field } from "../../../domain/resource";
import type { MetaCondition } from "../../../generated/schemas";
import { escapePointer, isObject } from "../pointer";
import { fault, under, type Fault } from "../problem";
import { conditionFaults, type ConditionPlace } from "./conditionFaults";
import { fieldRuleFaults, filledRule, oneFilledRules } from "./fieldRules";

/** The registry, which compiles these schemas, imports this module. */
type JsonSchema = { readonly [keyword: string]: unknown };
type Fields = Readonly<Record<string, Field>>;

const enforced = new WeakMap<JsonSchema, JsonSchema>();

/**
 * Returns the schema with `x-when` as `if`, `then` and `else`, at every level: a field that
 * its form does not show must be empty, and is required only while the form shows it.
 * A field with `x-requiredWhen` must have a value while its conditions are met.
 * Of fields with `x-neededWithout` one must be filled. Returns the schema itself if it has
 * neither.
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

type Subject = { name: string; field: Field };

const never = { not: {} };

/** A JSON Schema of the object that has the field. An empty field meets no test. */
const test = ({ name }: Subject, schema: JsonSchema): JsonSchema => ({
  required: [name],
  properties: { [name]: schema },
});

const isOneOf = (subject: Subject, values: readonly Value[]): JsonSchema => {
  const { field } = subject;
  const known = field.enum ?? [];
  const members = values
    .flatMap((value) => groupMembers(field, String(value)))
    .map((text) => known.find((choice) => String(choice) === text) ?? text)
    .map((value) => (isNumber(field) ? Number(value) : value))
    .map((value) =>
      fieldType(field) === "boolean" ? value === "true" : value,
    );
  return test(
    subject,
    fieldType(field) === "array"
      ? { type: "array", contains: { enum: members } }
      : { enum: members },
  );
};

const isBeyond = (
  subject: Subject,
  keyword: "minimum" | "maximum",
  end: string | number,
): JsonSchema => {
  const { field } = subject;
  const ends = keyword === "minimum" ? { atLeast: end } : { atMost: end };
  return orderOf(field) === "enum"
    ? isOneOf(subject, enumRange(field, ends))
    : test(subject, { type: "number", [keyword]: Number(end) });
};

/** Reads conditions over the fields of an object as JSON Schema, without `@` values. */
const schemaReader: Reader<Subject, JsonSchema> = {
  tests: {
    is: (subject, value) => isOneOf(subject, [value]),
    in: isOneOf,
    atLeast: (subject, end) => isBeyond(subject, "minimum", end),
    atMost: (subject, end) => isBeyond(subject, "maximum", end),
    contains: (subject, text) =>
      test(subject, {
        type: "string",
        pattern: text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"),
      }),
    filled: (subject) => test(subject, { not: { enum: empty } }),
  },
  all: (parts) => (parts.length > 0 ? { allOf: parts } : {}),
  any: (parts) => (parts.length > 0 ? { anyOf: parts } : never),
  not: (part) => ({ not: part }),
};

function conditional(schema: JsonSchema): JsonSchema {
  const { properties, required, allOf } = schema;
  if (!isFields(properties)) return schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const met = (conditions: Conditions): JsonSchema =>
    readCondition(
      schemaReader,
      conditionOf(conditions) as RowCondition,
      ({ field: other }: FieldTest) => ({
        name: other,
        field: properties[other] ?? {},
      }),
    );
  const rules = Object.entries(properties).flatMap(([name, field]) => {
    const { "x-when": shown, "x-requiredWhen": requiring } = field;
    const conditions = [shown, requiring].filter((each) => each !== undefined);
    return [
      ...(shown === undefined
        ? []
        : [
            {
              if: met(shown),
              ...(needed.includes(name) && { then: { required: [name] } }),
              else: { properties: { [name]: { enum: empty } } },
            },
          ]),
      ...(requiring === undefined
        ? []
        : [{ if: { allOf: conditions.map(met) }, then: filledRule(name) }]),
    ];
  });
  const all = [...rules, ...oneFilledRules(properties)];
  if (all.length === 0) return schema;
  return {
    ...schema,
    required: needed.filter(
      (name) => properties[String(name)]?.["x-when"] === undefined,
    ),
    allOf: [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), ...all],
  };
}

/** Whether a value is the `properties` of a schema, and not a property of that name. */
const isFields = (value: unknown): value is Fields =>
  isObject(value) && Object.values(value).every(isObject);

/**
 * Yields the mistakes in the rules that compare the fields of an object, and in their
 * `x-when` and `x-requiredWhen`: conditions over fields that do not exist, that people do not
 * fill in or whose values cannot be compared, and `x-when` that leads back to its own field.
 * The fields in `x-requiredWhen` have the same readers, so that the form of each knows.
 */
export function* whenFaults({ $id, properties }: JsonSchema): Generator<Fault> {
  if (!isFields(properties)) return;
  const fields = Object.fromEntries(
    Object.entries(properties).filter(([, field]) => field["x-core"] !== true),
  );
  const place: ConditionPlace = {
    subjects: ["field"],
    row: String($id),
    fields,
    values: "none",
  };
  yield* fieldRuleFaults(place.row, properties);
  for (const [name, field] of Object.entries(properties)) {
    for (const keyword of ["x-when", "x-requiredWhen"] as const) {
      const { [keyword]: when } = field;
      if (!isConditions(when)) continue;
      const pointer = `/properties/${escapePointer(name)}/${keyword}`;
      for (const found of conditionFaults(when, place))
        yield under(pointer, found);
      if (keyword === "x-when") {
        const circle = circleOf(name, properties);
        if (circle)
          yield fault(pointer, "whenCircle", { path: circle.join(" → ") });
        continue;
      }
      const other = fieldsIn(when).find(
        (read) => !isEqual(properties[read]?.["x-access"], field["x-access"]),
      );
      if (other !== undefined)
        yield fault(pointer, "fieldsDiffer", { name: other });
    }
  }
}

/** The meta-schema reports other values. */
const isConditions = (when: unknown): when is Conditions =>
  Array.isArray(when) ? when.every(isCondition) : isCondition(when);

const isCondition = (part: unknown): part is MetaCondition =>
  isObject(part) &&
  [part.all, part.any, part.in].every(
    (list) => list === undefined || Array.isArray(list),
  ) &&
  [part.all, part.any]
    .flat()
    .every((each) => each === undefined || isCondition(each)) &&
  (part.not === undefined || isCondition(part.not)) &&
  (part.field === undefined || typeof part.field === "string");

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
