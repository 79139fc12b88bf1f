import type { ErrorObject } from "ajv";
import type { RowSchema } from "../../domain/resource";
import type { SchemaRegistry } from "../platform/schemas/registry";

/** Why a row is refused; without a field it is the row as a whole. */
export type Reason = { field: string; reason: string };

/**
 * Makes the check that values fit the fields' schemas; of each field it tells
 * the first reason why not.
 */
export function compileChecks({
  schema,
  names,
  schemas,
}: {
  schema: RowSchema;
  names: readonly string[];
  schemas: Pick<SchemaRegistry, "validatorOf">;
}): (values: Readonly<Record<string, unknown>>) => Reason[] {
  const validate = schemas.validatorOf({
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => [name, schema.properties[name]]),
    ),
  });
  return (values) => firstReasons(validate(values));
}

function firstReasons(errors: readonly ErrorObject[]): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const error of errors) {
    const field = error.instancePath.split("/")[1] ?? "";
    if (!reasons.has(field))
      reasons.set(field, { field, reason: reasonOf(error) });
  }
  return [...reasons.values()];
}

function reasonOf({ keyword, params, message }: ErrorObject): string {
  return keyword === "enum" && "allowedValues" in params
    ? `must be one of ${JSON.stringify(params.allowedValues)}`
    : (message ?? "does not fit");
}
