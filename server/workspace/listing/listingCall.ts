import type { Viewer } from "../../../domain/access";
import { readCall } from "../../../domain/listing/call";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource, RowSchema } from "../../../domain/resource";
import { visibleResource } from "../../../domain/visible";
import { failure } from "../../platform/errors";
import type { SchemaRegistry } from "../../platform/schemas/registry";

/** A declaration cut to its viewer, and the row that it stands on. */
export type VisibleListing = {
  resource: Resource;
  row: RowSchema;
  viewer: Viewer;
  /** Whose rows there are, where that is another than who sees the parts. */
  scopeViewer?: Viewer | undefined;
};

export type ListingCall = VisibleListing & { state: ListingState };

type Query = Readonly<Record<string, string>>;
type Asked = {
  schemas: Pick<SchemaRegistry, "row">;
  resource: Resource;
  viewer: Viewer;
  scopeViewer?: Viewer | undefined;
};

/**
 * The list as its viewer sees it. Throws forbidden when that is nothing.
 */
export function visibleListing({
  schemas,
  resource,
  viewer,
  scopeViewer,
}: Asked): VisibleListing {
  const row = schemas.row(resource.row);
  const seen = visibleResource(resource, row, viewer);
  if (!seen) throw failure("forbidden");
  return { resource: seen, row, viewer, scopeViewer };
}

/**
 * What a call asks of a list. Throws invalid_request with every parameter that
 * is wrong, unknown, or of a part the viewer does not see.
 */
export function parseListQuery(
  listing: VisibleListing,
  query: Query,
): ListingCall {
  const { state, errors } = readCall(listing.resource, listing.row, query);
  if (errors.length > 0)
    throw failure("invalid_request", {
      errors: Object.fromEntries(
        errors.map((name) => [name, [{ key: "errors.fields.invalid" }]]),
      ),
    });
  return { ...listing, state };
}

/** Both at once: the list as its viewer sees it, and what is asked of it. */
export const parseListCall = ({
  query,
  ...asked
}: Asked & { query: Query }): ListingCall =>
  parseListQuery(visibleListing(asked), query);
