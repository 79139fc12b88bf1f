import type { Viewer } from "../../../domain/access";
import type { ValidationError } from "../../../domain/fieldProblem";
import type { RowSchema } from "../../../domain/resource";
import { failure } from "../../platform/errors";
import { fieldErrors } from "../../platform/http/fieldErrors";
import { isObject } from "../../platform/pointer";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { formSchema } from "../forms/formSchema";
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
  const errors = schemas.validator(schema)(body);
  const misshapen = errors.filter(({ keyword }) => shapes.has(keyword));
  if (!isObject(body) || misshapen.length > 0)
    throw failure("invalid_request", { errors: fieldErrors(misshapen) });
  const found: readonly ValidationError[] = [
    ...errors,
    ...blankFields(schema.required, body),
  ];
  if (found.length > 0)
    throw failure("invalid_fields", { errors: fieldErrors(found) });
  return body;
}

/** A required text of spaces alone is as good as missing. */
function blankFields(required: unknown, body: RecordData): ValidationError[] {
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return names.flatMap((name) => {
    if (typeof name !== "string") return [];
    const value = body[name];
    return typeof value === "string" && value.trim() === ""
      ? [
          {
            keyword: "required",
            instancePath: "",
            params: { missingProperty: name },
          },
        ]
      : [];
  });
}

/**
 * Returns the new data of a record: the fields of the body, and the stored
 * fields that its author may not see or that no schema has any more.
 */
export function withKeptFields(
  stored: RecordData,
  body: RecordData,
  visible: RowSchema,
): RecordData {
  const kept = Object.entries(stored).filter(
    ([name]) => !Object.hasOwn(visible.properties, name),
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
