import { stepsOf, type Change } from "../../domain/declarations/document";
import type { JsonSchema } from "../platform/schemas/registry";

/** A part that only the files may change; `*` stands for any entry. */
export type StructuralPart = { pointer: string; reason: string };

/** Every part that the meta-schema of resources marks `x-structural`. */
export const structuralParts = (meta: JsonSchema): StructuralPart[] => [
  ...walk(meta, meta, ""),
];

function* walk(
  meta: JsonSchema,
  schema: unknown,
  pointer: string,
): Generator<StructuralPart> {
  if (!isSchema(schema)) return;
  const reason = schema["x-structural"];
  if (typeof reason === "string") {
    yield { pointer, reason };
    return;
  }
  const { $ref: reference, properties, items, anyOf } = schema;
  if (typeof reference === "string")
    yield* walk(meta, definitionOf(meta, reference), pointer);
  for (const [name, part] of Object.entries(
    isSchema(properties) ? properties : {},
  ))
    yield* walk(meta, part, `${pointer}/${name}`);
  yield* walk(meta, items, `${pointer}/*`);
  for (const one of Array.isArray(anyOf) ? anyOf : [])
    yield* walk(meta, one, pointer);
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `#/definitions/filter` in the meta-schema itself. */
const definitionOf = (meta: JsonSchema, reference: string): unknown => {
  const { definitions } = meta;
  const name = reference.replace("#/definitions/", "");
  return isSchema(definitions) ? definitions[name] : undefined;
};

/** Why the change may not be published; undefined where it may. */
export function structuralReason(
  parts: readonly StructuralPart[],
  { pointer }: Pick<Change, "pointer">,
): string | undefined {
  const steps = stepsOf(pointer);
  const part = parts.find((one) => {
    const pattern = stepsOf(one.pointer);
    return pattern.every((step, index) =>
      step === "*" ? steps[index] !== undefined : step === steps[index],
    );
  });
  return part?.reason;
}
