import { fieldType, type Field } from "../../domain/resource";
import { patternFault } from "../platform/schemas/patternFault";
import { escapePointer } from "../platform/pointer";
import { fault, type Fault } from "../platform/problem";
import { schemaFaults } from "../platform/schemas/schemaFaults";
import { show } from "../platform/schemas/schemaReason";
import type { JsonSchema } from "../platform/schemas/registry";
import { patternOfKey } from "./mapField";
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
  base: ["list", "text"],
  times: ["integer", "number"],
  currency: ["integer", "number"],
  flags: ["list", "text"],
  join: ["text"],
  zeroIsUnknown: ["integer", "number", "km"],
};

/** The options that apply to a field with this source. */
const optionsOfSource: Readonly<
  Record<"from" | "flags" | "value", readonly string[] | null>
> = {
  from: null,
  flags: ["as", "join", "empty", "required"],
  value: ["required"],
};

/**
 * Yields the errors in the mapping of one field: no source or several, options
 * without effect, a type that differs from the schema, an invalid expression,
 * an invalid value that would leave a required field empty, and values that the schema
 * rejects. Null (unknown) is allowed for every field.
 */
export function* checkFeedField(
  mapped: MappedField,
  field: Field,
  isRequired: boolean,
): Generator<Fault> {
  const kind = mapped.as ?? kindOf(field);
  const type = fieldType(field);
  yield* sourceFaults(mapped);
  if (mapped.as !== undefined && !typesOf[kind].includes(type))
    yield fault("/as", "feedType", { given: typesOf[kind][0] ?? kind, type });
  for (const [option, kinds] of Object.entries(kindsOfOption))
    if (option in mapped && !kinds.includes(kind))
      yield fault(`/${option}`, "feedReading", {
        kinds: kinds.join(", "),
        kind,
      });
  if (mapped.invalidIsUnknown && (isRequired || mapped.required))
    yield fault("/invalidIsUnknown", "feedRequired");
  yield* expressionFaults(mapped);
  for (const part of ["empty", "unknown", "value"] as const)
    yield* valueFaults(`/${part}`, mapped[part], field);
  for (const [text, value] of Object.entries(mapped.map ?? {}))
    yield* valueFaults(`/map/${escapePointer(text)}`, value, field);
}

function* sourceFaults(mapped: MappedField): Generator<Fault> {
  const sources = (["from", "flags", "value"] as const).filter(
    (source) => mapped[source] !== undefined,
  );
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    yield fault("", "feedSource");
    return;
  }
  const options = optionsOfSource[source];
  for (const option of Object.keys(mapped)) {
    const isUseless = options
      ? option !== source && !options.includes(option)
      : option === "join";
    if (isUseless) yield fault(`/${option}`, "feedOption", { source });
  }
}

function* expressionFaults({
  from,
  take,
  map = {},
  amongPhotos,
}: MappedField): Generator<Fault> {
  yield* takeFaults("/take", take);
  if (Array.isArray(from))
    for (const [index, alternative] of from.entries())
      if (typeof alternative !== "string")
        yield* takeFaults(`/from/${index}/take`, alternative.take);
  yield* keyFaults("/map", map);
  yield* keyFaults("/amongPhotos/places", amongPhotos?.places ?? {});
}

/** Yields the invalid regular expressions among the keys of a map. */
function* keyFaults(pointer: string, map: object): Generator<Fault> {
  for (const key of Object.keys(map)) {
    const wrong = patternFault(patternOfKey(key) ?? "");
    if (wrong)
      yield fault(`${pointer}/${escapePointer(key)}`, wrong.id, wrong.values);
  }
}

function* takeFaults(
  pointer: string,
  take: string | undefined,
): Generator<Fault> {
  if (take === undefined) return;
  const wrong = patternFault(take);
  if (wrong) yield fault(pointer, wrong.id, wrong.values);
  else if (!/\((?!\?)|\(\?<[^=!]/.test(take))
    yield fault(pointer, "feedTakeGroup");
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
