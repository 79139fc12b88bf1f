import { stepsOf, type Change } from "../../domain/declarations/document";
import type { JsonSchema } from "../platform/schemas/registry";

/** A part that only the files may change. `*` matches any list entry. */
export type StructuralPart = { pointer: string; reason: string };

/** The meta-schemas of the documents by their folder. */
export const metaSchemas = {
  resources: "meta-resource",
  dashboards: "meta-dashboard",
} as const;

/** Returns every part that a meta-schema marks `x-structural`. */
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
  for (const shape of Array.isArray(anyOf) ? anyOf : [])
    yield* walk(meta, shape, pointer);
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Resolves a reference within the meta-schema: `#/definitions/filter`. */
const definitionOf = (meta: JsonSchema, reference: string): unknown => {
  const { definitions } = meta;
  const name = reference.replace("#/definitions/", "");
  return isSchema(definitions) ? definitions[name] : undefined;
};

/** Whether a change may only be made in the files. */
export function isStructural(
  parts: readonly StructuralPart[],
  { pointer }: Pick<Change, "pointer">,
): boolean {
  const steps = stepsOf(pointer);
  return parts.some((part) =>
    stepsOf(part.pointer).every((step, index) =>
      step === "*" ? steps[index] !== undefined : step === steps[index],
    ),
  );
}
