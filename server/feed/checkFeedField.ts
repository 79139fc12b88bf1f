import { fieldType, type Field } from "../../domain/resource";
import { patternFault } from "../platform/schemas/patternFault";
import { escapePointer } from "../platform/pointer";
import { fault, type Fault } from "../platform/problem";
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
    yield fault("/as", "feedType", { given: typesOf[kind][0] ?? kind, type });
  for (const [option, kinds] of Object.entries(kindsOfOption))
    if (option in mapped && !kinds.includes(kind))
      yield fault(`/${option}`, "feedReading", {
        kinds: kinds.join(", "),
        kind,
      });
  yield* takeFaults(mapped);
  for (const part of ["empty", "unknown"] as const)
    yield* valueFaults(`/${part}`, mapped[part], field);
  for (const [text, value] of Object.entries(mapped.map ?? {}))
    yield* valueFaults(`/map/${escapePointer(text)}`, value, field);
}

function* takeFaults({ take }: MappedField): Generator<Fault> {
  if (take === undefined) return;
  const wrong = patternFault(take);
  if (wrong) yield fault("/take", wrong.id, wrong.values);
  else if (!/\((?!\?)|\(\?<[^=!]/.test(take))
    yield fault("/take", "feedTakeGroup");
}

function* valueFaults(
  pointer: string,
  value: unknown,
  field: Field,
): Generator<Fault> {
  if (value === undefined || value === null) return;
  const [refused] = schemaFaults({ schema: schemaOf(field), content: value });
  if (refused?.message)
    yield fault(pointer, "feedValue", {
      value: show(value),
      reason: refused.message,
    });
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
