import type { Viewer } from "../../../domain/access";
import type { ValidationError } from "../../../domain/fieldProblem";
import type { Field, Resource, RowSchema } from "../../../domain/resource";
import { isFilledIn, isInRecord } from "../../../domain/computed/rule";
import {
  withInitialValues,
  type Beginning,
} from "../../../domain/initialValue";
import { isShown, neededFields } from "../../../domain/condition/shownFields";
import { isCopied } from "../../../domain/recordReference";
import { isState } from "../../../domain/states";
import { editableFields, visibleRow } from "../../../domain/visible";
import { failure } from "../../platform/errors";
import { hasControlCharacters } from "../../platform/http/bodies";
import { fieldErrors } from "../../platform/http/fieldErrors";
import { isObject } from "../../platform/pointer";
import type {
  JsonSchema,
  SchemaRegistry,
} from "../../platform/schemas/registry";
import { editSchema, formSchema } from "../forms/formSchema";
import { extraReader } from "../listing/source/extraType";
import type { RecordData } from "./recordQueries";

/** Keywords that say what kind of value a field takes, not which value. */
const shapes = new Set(["type", "additionalProperties"]);

/**
 * Returns the body of a write as data of a record. Throws invalid_request (400)
 * for unknown, hidden or mistyped fields, and invalid_fields (422) with a
 * message for each field whose value breaks a rule of the row schema.
 */
export function readRecordBody(
  schemas: SchemaRegistry,
  { row, viewer, body }: { row: string; viewer: Viewer; body: unknown },
): RecordData {
  const schema = formSchema(row, schemas, viewer);
  const data = readShape(schemas, schema, body);
  const errors = ruleErrors(schemas, schema, data);
  if (errors.length > 0)
    throw failure("invalid_fields", { errors: fieldErrors(errors) });
  return data;
}

/**
 * Returns the body of a new record as its data, with the initial values of the fields that
 * it lacks, also of fields that its author may not see or change. Throws what
 * `readRecordBody` throws.
 */
export function readNewRecord(
  schemas: SchemaRegistry,
  {
    now,
    body,
    ...request
  }: { row: string; viewer: Viewer; body: unknown; now: Date },
): RecordData {
  const { row, viewer } = request;
  const beginning = { userId: viewer.userId, now };
  const { properties } = formSchema(row, schemas, viewer) as RowSchema;
  const asked = isObject(body)
    ? withInitialValues(properties, body, beginning)
    : body;
  const data = readRecordBody(schemas, { ...request, body: asked });
  return withProgramValues(schemas.row(row), { data, beginning });
}

/**
 * Returns the data of a new record with the initial values of all other fields that
 * records store, apart from the fields in `empty`, which its author has left empty.
 */
export const withProgramValues = (
  { properties }: RowSchema,
  {
    data,
    beginning,
    empty = [],
  }: { data: RecordData; beginning: Beginning; empty?: readonly string[] },
): RecordData =>
  withInitialValues(
    Object.fromEntries(
      Object.entries(properties).filter(
        ([name, field]) => isInRecord(field) && !empty.includes(name),
      ),
    ),
    data,
    beginning,
  );

/**
 * Returns a body with known fields of the right types and without control characters.
 * Throws invalid_request.
 */
function readShape(
  schemas: SchemaRegistry,
  schema: JsonSchema,
  body: unknown,
): RecordData {
  const misshapen = schemas
    .validator(schema)(body)
    .filter(({ keyword }) => shapes.has(keyword));
  if (!isObject(body) || misshapen.length > 0)
    throw failure("invalid_request", { errors: fieldErrors(misshapen) });
  const fields = Object.entries(schema.properties ?? {});
  const unclean = fields.filter(([name, field]) =>
    hasControlCharacters(field as JsonSchema, body[name]),
  );
  if (unclean.length > 0)
    throw failure("invalid_request", {
      errors: Object.fromEntries(
        unclean.map(([name]) => [name, [{ key: "errors.fields.invalid" }]]),
      ),
    });
  return body;
}

/** Returns the rules that data break. */
const ruleErrors = (
  schemas: SchemaRegistry,
  schema: JsonSchema,
  data: RecordData,
): readonly ValidationError[] => [
  ...schemas.validator(schema)(data),
  ...blankFields(schema, data),
];

/** The fields that an edit changes, and the version that it is based on. */
type RecordEdit = { changes: RecordData; version: number | undefined };

/**
 * Returns the body of an action with `edits`. Throws forbidden for a field that
 * the viewer may see but not change, and invalid_request for unknown, hidden and
 * mistyped fields.
 */
export function readEditBody(
  schemas: SchemaRegistry,
  {
    resource,
    viewer,
    body,
  }: { resource: Resource; viewer: Viewer; body: unknown },
): RecordEdit {
  const row = schemas.row(resource.row);
  const fields = editableFields(resource, row, viewer);
  const { properties } = visibleRow(row, viewer);
  // A field that the program fills in counts as unknown.
  const isLocked = (name: string) =>
    Object.hasOwn(properties, name) &&
    isFilledIn(properties[name] ?? {}) &&
    !fields.includes(name);
  if (isObject(body) && Object.keys(body).some(isLocked))
    throw failure("forbidden");
  const { version, ...changes } = readShape(
    schemas,
    editSchema(row, fields),
    body,
  );
  return {
    changes,
    version: typeof version === "number" ? version : undefined,
  };
}

/**
 * Returns the new data of a record: the stored fields with the changes. Null
 * removes a field whose type does not allow null. Throws invalid_fields if the
 * whole record then breaks a rule of the row schema that its author may see.
 */
export function withChanges(
  schemas: SchemaRegistry,
  {
    row,
    viewer,
    stored,
    changes,
  }: { row: string; viewer: Viewer; stored: RecordData; changes: RecordData },
): RecordData {
  const schema = formSchema(row, schemas, viewer);
  const { data, errors } = mergeChanges(schemas, { schema, stored, changes });
  if (errors.length > 0)
    throw failure("invalid_fields", { errors: fieldErrors(errors) });
  return data;
}

/** Returns what `withChanges` returns, with the rules that the record then breaks. */
export function mergeChanges(
  schemas: SchemaRegistry,
  {
    schema,
    stored,
    changes,
  }: {
    /** The `formSchema` of the row, cut to the author. */
    schema: JsonSchema;
    stored: RecordData;
    changes: RecordData;
  },
): { data: RecordData; errors: readonly ValidationError[] } {
  const { properties } = schema as RowSchema;
  const fields = Object.entries(properties);
  const cleared = new Set(
    fields.flatMap(([name, { type = [] }]) =>
      changes[name] === null && ![type].flat().includes("null") ? [name] : [],
    ),
  );
  const merged = { ...stored, ...changes };
  // Rows from before a condition was declared may have values that it excludes.
  const data = Object.fromEntries(
    Object.entries(merged).filter(
      ([name]) =>
        !cleared.has(name) &&
        (Object.hasOwn(changes, name) || isShown(name, properties, merged)),
    ),
  );
  const readable = fields.flatMap(([name, field]) => {
    if (Object.hasOwn(changes, name)) return [[name, data[name]] as const];
    // A stored value of an older type counts as missing, as in every reply.
    const value = extraReader(name, field)(data);
    return value === null ? [] : [[name, value] as const];
  });
  const errors = ruleErrors(
    schemas,
    schema,
    Object.fromEntries(readable.filter(([, value]) => value !== undefined)),
  );
  return { data, errors };
}

/** A required text of spaces alone is as good as missing, in entries of lists too. */
function blankFields(
  schema: Pick<Field, "required" | "properties">,
  body: RecordData,
  path = "",
): ValidationError[] {
  const blank = neededFields(schema, body).flatMap((name) => {
    const value = body[name];
    const params = { missingProperty: name };
    return typeof value === "string" && value.trim() === ""
      ? [{ keyword: "required", instancePath: path, params }]
      : [];
  });
  const fields = Object.entries(schema.properties ?? {});
  const inLists = fields.flatMap(([name, { items }]) => {
    const entries: unknown = body[name];
    if (!isObject(items) || !Array.isArray(entries)) return [];
    return entries.flatMap((entry: unknown, index) =>
      isObject(entry)
        ? blankFields(items, entry, `${path}/${name}/${index}`)
        : [],
    );
  });
  return [...blank, ...inLists];
}

/**
 * Returns the new data of a record: the fields of the body, and the stored fields that its
 * author may not see or change, or that no schema has any more.
 */
export function withKeptFields(
  stored: RecordData,
  body: RecordData,
  visible: RowSchema,
): RecordData {
  const kept = Object.entries(stored).filter(
    ([name]) =>
      !Object.hasOwn(visible.properties, name) ||
      visible.properties[name]?.readOnly === true ||
      isCopied(visible.properties[name] ?? {}, body) ||
      isState(visible.properties[name] ?? {}),
  );
  return { ...Object.fromEntries(kept), ...body };
}

/** Returns the fields of stored data that the row schema of a viewer has. */
export const visibleData = (
  data: RecordData,
  { properties }: RowSchema,
): RecordData =>
  Object.fromEntries(
    Object.entries(data).filter(([name]) => Object.hasOwn(properties, name)),
  );
