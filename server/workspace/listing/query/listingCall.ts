import { rightsOf, type Viewer } from "../../../../domain/access";
import { readCall } from "../../../../domain/listing/call";
import {
  fixedConditions,
  type FixedCondition,
} from "../../../../domain/listing/fixedConditions";
import type { ListingState } from "../../../../domain/listing/state";
import type { Resource, RowSchema } from "../../../../domain/resource";
import {
  replyFields,
  visibleResource,
  visibleRow,
} from "../../../../domain/visible";
import type { Clock } from "../../../platform/clock";
import { failure } from "../../../platform/errors";
import type { Messages } from "../../../platform/messages";
import { rememberByPair } from "../../../platform/remember";
import type { SchemaRegistry } from "../../../platform/schemas/registry";
import { findShownWords, type ShownWords } from "./shownWords";

/** A list as its viewer sees it, and what limits its rows. */
export type VisibleListing = {
  /** The declaration cut to the viewer. */
  resource: Resource;
  row: RowSchema;
  viewer: Viewer;
  /** The fixed conditions that hold for the viewer, who never sees them. */
  where: readonly FixedCondition[] | undefined;
  /** Decides the rows instead of `viewer`, for previews by an administrator. */
  scopeViewer?: Viewer | undefined;
};

/** A list with the fields of its replies, computed ones too. */
export type CutListing = VisibleListing & { fields: readonly string[] };

export type ListingCall = CutListing & {
  state: ListingState;
  shownWords?: ShownWords | undefined;
};

type Query = Readonly<Record<string, string>>;
type Options = {
  schemas: Pick<SchemaRegistry, "row">;
  clock: Clock;
  resource: Resource;
  viewer: Viewer;
  scopeViewer?: Viewer | undefined;
};

/**
 * Returns a list, its rows and the fields of its replies cut to their viewer, once for all
 * viewers with the same rights; null if nothing is left.
 */
export const cutToViewer = rememberByPair(
  (declared: Resource, row: RowSchema, viewer: Viewer) => {
    const resource = visibleResource(declared, row, viewer);
    return (
      resource && {
        resource,
        row: visibleRow(row, viewer),
        fields: replyFields(resource, row, viewer),
      }
    );
  },
  rightsOf,
);

/** Returns the list cut to its viewer. Throws forbidden if nothing is left. */
export function visibleListing({
  schemas,
  clock,
  resource,
  viewer,
  scopeViewer,
}: Options): CutListing {
  const row = schemas.row(resource.row);
  const cut = cutToViewer(resource, row, viewer);
  if (!cut) throw failure("forbidden");
  const where = fixedConditions(resource.where, {
    viewer: scopeViewer ?? viewer,
    now: clock.now(),
  });
  return { ...cut, row, viewer, where, scopeViewer };
}

/**
 * Returns the list with the state that the query describes. Throws
 * invalid_request with every parameter that is wrong, unknown or hidden.
 */
export function parseListQuery(
  listing: CutListing,
  query: Query,
  messages: Messages,
): ListingCall {
  const { state, errors, bounds } = readCall(
    listing.resource,
    listing.row,
    query,
  );
  if (errors.length > 0)
    throw failure("invalid_request", {
      errors: Object.fromEntries(
        errors.map((name) => {
          const { key = "invalid", ...values } = bounds.get(name) ?? {};
          return [name, [{ key: `errors.fields.${key}`, values }]];
        }),
      ),
    });
  const shownWords = findShownWords({ ...listing, state }, messages);
  return { ...listing, state, shownWords };
}

/** Returns `parseListQuery` of the visible listing. */
export const parseListCall = ({
  query,
  messages,
  ...options
}: Options & { query: Query; messages: Messages }): ListingCall =>
  parseListQuery(visibleListing(options), query, messages);
