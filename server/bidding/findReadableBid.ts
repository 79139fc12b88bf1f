import type { Viewer } from "../../domain/access";
import type { Reader } from "../platform/database/tables";
import { failure } from "../platform/errors";
import { findBidOwner } from "./bidQueries";
import { mayRead } from "./bidSource";

/**
 * Returns the client, dealer and lot of a bid. Throws not_found for an unknown
 * bid and for a bid that the viewer may not read.
 */
export async function findReadableBid(
  db: Reader,
  viewer: Viewer,
  bidId: string,
) {
  const owner = await findBidOwner(db, bidId);
  if (!owner || !mayRead(viewer, owner)) throw failure("not_found");
  return owner;
}
