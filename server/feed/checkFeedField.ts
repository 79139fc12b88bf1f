import { fieldType, type Field } from "../../domain/resource";
import { patternFault } from "../platform/schemas/patternFault";
import { escapePointer } from "../platform/pointer";
import type { Fault } from "../platform/problem";
import { schemaFaults } from "../platform/schemas/schemaFaults";
import { show } from "../platform/schemas/schemaReason";
import type { JsonSchema } from "../platform/schemas/registry";
import type { MappedField } from "./mappedField";
import { kindOf, type Kind } from "./readValue";

/** Which types of a schema each way of reading gives values for. */
const typesOf: Readonly<Record<Kind, readonly string[]>> = {
  text: ["string"],
  integer: ["integer", "number"],
  number: ["number"],
  km: ["integer", "number"],
  boolean: ["boolean"],
  date: ["string"],
  "jst-date-time": ["string"],
  list: ["array"],
};

/** Ways of reading that a rule says something of. */
const kindsOfRule: Readonly<Record<string, readonly Kind[]>> = {
  split: ["list"],
  times: ["integer", "number"],
  zeroIsUnknown: ["integer", "number", "km"],
};

/**
 * What is wrong with how a mapping reads one field: as another type, by an
 * expression that is none, or with values that the field's schema refuses. Not
 * known (null) may be said of any field.
 */
export function* checkFeedField(
  mapped: MappedField,
  field: Field,
): Generator<Fault> {
  const kind = mapped.as ?? kindOf(field);
  const type = fieldType(field);
  if (mapped.as !== undefined && !typesOf[kind].includes(type))
    yield {
      pointer: "/as",
      reason: `gives ${typesOf[kind][0] ?? kind}, and the field is of type ${type}`,
    };
  for (const [rule, kinds] of Object.entries(kindsOfRule))
    if (rule in mapped && !kinds.includes(kind))
      yield {
        pointer: `/${rule}`,
        reason: `is for fields read as ${kinds.join(" or ")}, and this one is read as ${kind}`,
      };
  yield* takeFaults(mapped);
  for (const part of ["empty", "unknown"] as const)
    yield* valueFaults(`/${part}`, mapped[part], field);
  for (const [text, value] of Object.entries(mapped.map ?? {}))
    yield* valueFaults(`/map/${escapePointer(text)}`, value, field);
}

function* takeFaults({ take }: MappedField): Generator<Fault> {
  if (take === undefined) return;
  const reason = patternFault(take);
  if (reason !== null) yield { pointer: "/take", reason };
  else if (!/\((?!\?)|\(\?<[^=!]/.test(take))
    yield { pointer: "/take", reason: "has no group that says what is taken" };
}

function* valueFaults(
  pointer: string,
  value: unknown,
  field: Field,
): Generator<Fault> {
  if (value === undefined || value === null) return;
  const [fault] = schemaFaults({ schema: schemaOf(field), content: value });
  if (fault)
    yield {
      pointer,
      reason: `gives ${show(value)}, which the field refuses: ${fault.reason}`,
    };
}

/** One schema for each field, since schemas are compiled once by object. */
const schemas = new WeakMap<Field, JsonSchema>();

function schemaOf(field: Field): JsonSchema {
  const known = schemas.get(field);
  if (known) return known;
  const schema: JsonSchema = { $id: "field", ...field };
  schemas.set(field, schema);
  return schema;
}
