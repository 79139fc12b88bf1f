import type { Viewer } from "../../../domain/access";
import { readCall } from "../../../domain/listing/call";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource, RowSchema } from "../../../domain/resource";
import { visibleResource } from "../../../domain/visible";
import { failure } from "../../platform/errors";
import type { SchemaRegistry } from "../../platform/schemas";

type Asked = {
  schemas: Pick<SchemaRegistry, "row">;
  resource: Resource;
  viewer: Viewer;
  query: Readonly<Record<string, string>>;
};

/**
 * What a call asks of a list, in the declaration cut to its viewer. Throws
 * forbidden when the viewer sees nothing of it, and invalid_request with every
 * parameter that is wrong, unknown, or of a part the viewer does not see.
 */
export function readListingCall(asked: Asked): {
  resource: Resource;
  row: RowSchema;
  state: ListingState;
  viewer: Viewer;
} {
  const { viewer } = asked;
  const row = asked.schemas.row(asked.resource.row);
  const resource = visibleResource(asked.resource, row, viewer);
  if (!resource) throw failure("forbidden");
  const { state, errors } = readCall(resource, row, asked.query);
  if (errors.length > 0)
    throw failure("invalid_request", {
      errors: Object.fromEntries(
        errors.map((name) => [name, [{ key: "errors.fields.invalid" }]]),
      ),
    });
  return { resource, row, state, viewer };
}
