import type {
  CreatedField,
  Document,
} from "../../domain/declarations/document";
import { partsUsing } from "../../domain/declarations/fieldUses";
import { isEqual } from "../../domain/formats";
import {
  fieldType,
  mayBeEmpty,
  type Resource,
  type RowSchema,
} from "../../domain/resource";
import type { WorkspaceResourcesReply } from "../../generated/schemas";
import { isObject } from "../platform/pointer";
import type { Message, Problem } from "../platform/problem";
import type { SchemaRegistry } from "../platform/schemas/registry";
import {
  fileFields,
  isCreated,
  problemAt,
  rowDocument,
  rowOf,
  withEdited,
} from "../workspace/overlay";
import type { Sources } from "../workspace/sources";

/** Returns how more fields of a row would get values, null if nothing fills them. */
export function filledBy(
  { store }: Pick<Resource, "store">,
  row: RowSchema,
): WorkspaceResourcesReply["filledBy"] {
  if (store) return "forms";
  return row["x-areas"] ? "imports" : null;
}

type FieldEdit = {
  resource: string;
  files: Sources;
  sources: Sources;
  present: Document;
  document: Document;
};

/**
 * Returns the errors of created fields: a name of the file, a row without a place for more
 * values, a rule that a row of the files cannot have, and a removed or retyped field that
 * lists still name.
 */
export function fieldProblems(
  schemas: Pick<SchemaRegistry, "row">,
  edit: FieldEdit,
): Problem[] {
  const { files, sources, resource: name, present, document } = edit;
  const row = rowOf(document);
  if (row === undefined || isEqual(partsOf(present), partsOf(document)))
    return [];
  const problem = (pointer: string, message: Message) =>
    problemAt({ sources, name, document, change: { pointer }, message });
  const taken = fileFields(files, row);
  const isOwn = isCreated(edit, rowDocument(row));
  const { store } = present.declaration as Pick<Resource, "store">;
  const isFilled = isOwn || filledBy({ store }, schemas.row(row)) !== null;
  const added = Object.keys(document.fields ?? {}).flatMap((field) => {
    const pointer = `/fields/${field}`;
    if (taken.includes(field))
      return [problem(pointer, { id: "fieldTaken", values: { name: field } })];
    return isFilled ? [] : [problem(pointer, { id: "fieldNotFilled" })];
  });
  const limited = isOwn ? [] : fileRowProblems(document, problem);
  const next = withEdited({ files, sources }, name, document);
  const named = retypedFields(present, document).flatMap((field) => {
    const places = usesOf(next, row, field);
    if (places.length === 0) return [];
    const values = { name: field, places: places.join(", ") };
    return [problem(`/fields/${field}`, { id: "fieldInUse", values })];
  });
  return [...added, ...limited, ...named];
}

const partsOf = ({ fields = {}, unique = [] }: Document) => [fields, unique];

/** Stored rows of the files have no value in a new field, and rules of their own. */
const fileRowProblems = (
  { fields = {}, unique = [] }: Document,
  problem: (pointer: string, message: Message) => Problem,
): Problem[] => [
  ...Object.entries(fields).flatMap(([field, { schema }]) =>
    mayBeEmpty(schema)
      ? []
      : [problem(`/fields/${field}`, { id: "fieldRequired" })],
  ),
  ...(unique.length > 0 ? [problem("/unique", { id: "uniqueOfFile" })] : []),
];

/** Returns the fields that an edit removes, or whose values it changes to another kind. */
const retypedFields = (
  present: Document,
  { fields = {} }: Document,
): string[] =>
  Object.entries(present.fields ?? {}).flatMap(([name, field]) => {
    const next = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return next && isEqual(kindOf(field), kindOf(next)) ? [] : [name];
  });

const kindOf = ({ schema }: CreatedField) => [
  fieldType(schema),
  schema.format ?? null,
  schema.enum !== undefined,
];

/** Returns where lists over a row name a field, such as `clients/columns`. */
const usesOf = (
  { resources }: Pick<Sources, "resources">,
  row: string,
  field: string,
): string[] =>
  resources.flatMap(({ content }) => {
    if (!isObject(content) || content.row !== row) return [];
    const parts = partsUsing(content, field);
    return parts.map((part) => `${String(content.name)}/${part}`);
  });
