import type { Viewer } from "../../domain/access";
import type { PageInfo } from "../../generated/schemas";
import { readListing, parseListCall, type Row } from "../workspace/listing";
import { addOwnBids } from "./addOwnBids";
import type { Catalog } from "./catalog";

/** Lots under the name the declaration gives them, and where the page stands. */
export type LotListReply = { success: true; pageInfo: PageInfo } & Row;

/**
 * One page of a listing of lots, as a viewer sees it, each with the viewer's
 * own bid. Throws forbidden and invalid_request.
 */
export async function listLots(
  catalog: Catalog,
  asked: { resource: string; viewer: Viewer; query: Record<string, string> },
): Promise<LotListReply> {
  const { context, lots } = catalog;
  const { viewer, query } = asked;
  const resource = context.workspace.resource(asked.resource);
  const call = parseListCall({ ...context, resource, viewer, query });
  const { rows, fields, pageInfo } = await readListing(lots, call);
  await addOwnBids(catalog, rows, { viewer, fields });
  return { success: true, [resource.calls.list.rows]: rows, pageInfo };
}
