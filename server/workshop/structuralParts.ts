import { difference } from "../../domain/declarations/difference";
import {
  stepsOf,
  type Change,
  type Document,
} from "../../domain/declarations/document";
import { keyedList } from "../../domain/declarations/keyedList";
import { partAt } from "../../domain/declarations/part";
import { isEqual } from "../../domain/formats";
import type { JsonSchema } from "../platform/schemas/registry";

/**
 * A part that only the files may change. `*` matches any list entry. `isCreatable` lets
 * the workshop add, change and remove entries of a list that the files do not have.
 */
type StructuralPart = {
  pointer: string;
  reason: string;
  isCreatable?: true;
};

/** The meta-schemas of the documents by their folder. */
export const metaSchemas = {
  resources: "meta-resource",
  dashboards: "meta-dashboard",
  schemas: "meta-row",
} as const;

/**
 * Returns every part that a meta-schema marks `x-structural`. In a created list, which has
 * no file, the workshop edits parts that are also `x-creatable`.
 */
export const structuralParts = (
  meta: JsonSchema,
  isCreated: boolean,
): StructuralPart[] =>
  [...walk(meta, meta, "")].flatMap(({ creatable, ...part }) => {
    if (isCreated && creatable) return [];
    return creatable === "entries" ? { ...part, isCreatable: true } : part;
  });

function* walk(
  meta: JsonSchema,
  schema: unknown,
  pointer: string,
): Generator<StructuralPart & { creatable: unknown }> {
  if (!isSchema(schema)) return;
  const reason = schema["x-structural"];
  if (typeof reason === "string") {
    yield { pointer, reason, creatable: schema["x-creatable"] };
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

/** The document of the files, and its versions before and after an edit. */
type Versions = Record<"file" | "present" | "document", Document>;

/** Returns the changes of an edit that may only be made in the files. */
export function structuralChanges(
  parts: readonly StructuralPart[],
  versions: Versions,
): Change[] {
  const locked = parts.filter(
    ({ pointer, isCreatable }) =>
      !isCreatable || !leavesFileEntries(pointer, versions),
  );
  return difference(versions.present, versions.document).filter(
    ({ pointer }) => {
      const steps = stepsOf(pointer);
      return locked.some((part) =>
        stepsOf(part.pointer).every((step, index) =>
          step === "*" ? steps[index] !== undefined : step === steps[index],
        ),
      );
    },
  );
}

/** Whether the entries of a list that the file has stay the same and in order. */
function leavesFileEntries(
  pointer: string,
  { file, present, document }: Versions,
): boolean {
  const ofFile = new Set(keyedList(partAt(file, pointer))?.map(([key]) => key));
  const [before, after] = [present, document].map((version) => {
    const list = partAt(version, pointer);
    if (list === undefined) return [];
    // Entries without a key of their own cannot be told apart.
    return keyedList(list)?.filter(([key]) => ofFile.has(key)) ?? null;
  });
  return isEqual(before, after);
}

/** Returns the keys of the entries of a list that the file does not have. */
export const createdKeys = (
  pointer: string,
  { file, document }: Pick<Versions, "file" | "document">,
): string[] => {
  const ofFile = keyedList(partAt(file, pointer))?.map(([key]) => key) ?? [];
  const all = keyedList(partAt(document, pointer))?.map(([key]) => key) ?? [];
  return all.filter((key) => !ofFile.includes(key));
};
