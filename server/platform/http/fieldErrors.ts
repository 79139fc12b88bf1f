import type { FastifySchemaValidationError } from "fastify";
import type { Text } from "../errors";

/** The most fields that one refusal names. */
const mostFields = 50;

/** What validation found, as one text for each field it is about. */
export function fieldErrors(
  found: readonly FastifySchemaValidationError[],
): Record<string, Text[]> {
  const errors = new Map<string, Text[]>();
  for (const error of found) {
    const field = fieldOf(error);
    if (field === "" || errors.has(field) || errors.size >= mostFields)
      continue;
    errors.set(field, [textOf(error)]);
  }
  return Object.fromEntries(errors);
}

/** `address.city` for a part of a part; empty for the whole. */
function fieldOf({ instancePath, params }: FastifySchemaValidationError) {
  const path = instancePath.split("/").slice(1);
  const name = params.missingProperty ?? params.additionalProperty;
  if (typeof name === "string") path.push(name);
  return path.join(".").slice(0, 100);
}

function textOf({ keyword, params }: FastifySchemaValidationError): Text {
  if (keyword === "required") return { key: "errors.required_field" };
  if (keyword === "additionalProperties")
    return { key: "errors.fields.unknown" };
  if (keyword === "format" && params.format === "email")
    return { key: "errors.fields.email" };
  const limit = typeof params.limit === "number" ? params.limit : 0;
  if (keyword === "minLength")
    return limit <= 1
      ? { key: "errors.required_field" }
      : { key: "errors.fields.tooShort", values: { length: limit - 1 } };
  if (keyword === "maxLength")
    return { key: "errors.fields.tooLong", values: { length: limit + 1 } };
  return { key: "errors.fields.invalid" };
}
