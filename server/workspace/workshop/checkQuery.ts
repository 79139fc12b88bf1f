import { failure } from "../../platform/errors";
import { fieldErrors } from "../../platform/http/fieldErrors";
import type { JsonSchema, SchemaRegistry } from "../../platform/schemas";

/** What a route of the list would refuse. Throws invalid_request. */
export function checkQuery(
  schemas: Pick<SchemaRegistry, "validatorOf">,
  schema: JsonSchema,
  query: Readonly<Record<string, string>>,
): void {
  const errors = schemas.validatorOf(schema)(query);
  if (errors.length > 0)
    throw failure("invalid_request", { errors: fieldErrors([...errors]) });
}
