import { fieldType, type Field } from "../../domain/resource";
import { patternFault } from "../platform/schemas/patternFault";
import { escapePointer } from "../platform/pointer";
import type { Fault } from "../platform/problem";
import { schemaFaults } from "../platform/schemas/schemaFaults";
import { show } from "../platform/schemas/schemaReason";
import type { JsonSchema } from "../platform/schemas/registry";
import type { MappedField } from "./feedMapping";
import { kindOf, type Kind } from "./readValue";

/** The schema types that each kind of reading produces. */
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

/** The kinds of reading that each option applies to. */
const kindsOfOption: Readonly<Record<string, readonly Kind[]>> = {
  split: ["list"],
  times: ["integer", "number"],
  zeroIsUnknown: ["integer", "number", "km"],
};

/**
 * Yields the errors in the mapping of one field: a type that differs from the
 * schema, an invalid expression, and values that the schema rejects. Null
 * (unknown) is allowed for every field.
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
      reason: `produces ${typesOf[kind][0] ?? kind}, but the field has type ${type}`,
    };
  for (const [option, kinds] of Object.entries(kindsOfOption))
    if (option in mapped && !kinds.includes(kind))
      yield {
        pointer: `/${option}`,
        reason: `applies to fields read as ${kinds.join(" or ")}, but this field is read as ${kind}`,
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
    yield { pointer: "/take", reason: "needs a group for the text to take" };
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
      reason: `produces ${show(value)}, which the field rejects: ${fault.reason}`,
    };
}

/** One schema object per field, because compiled schemas are cached by object. */
const schemas = new WeakMap<Field, JsonSchema>();

function schemaOf(field: Field): JsonSchema {
  const cached = schemas.get(field);
  if (cached) return cached;
  const schema: JsonSchema = { $id: "field", ...field };
  schemas.set(field, schema);
  return schema;
}
