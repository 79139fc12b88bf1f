import { isAllowed, type Viewer } from "../../domain/access";
import type { BidSearchReply } from "../../generated/schemas";
import { failure } from "../platform/errors";
import type { Context } from "../workspace/context";
import {
  parseListCall,
  readRows,
  type ListingReader,
} from "../workspace/listing";

const shown = ["bidId", "lotNo", "auctionName"];

/**
 * Returns one page of the viewer's bids whose lot number begins with a text, latest
 * bids first. An empty text finds nothing. The viewer's list of bids decides which
 * rows and fields are visible. Throws forbidden and invalid_request.
 */
export async function searchBids(
  { schemas, clock, workspace, messages }: Context,
  reader: ListingReader,
  { viewer, lotNo }: { viewer: Viewer; lotNo: string },
): Promise<BidSearchReply["cars"]> {
  if (lotNo.trim() === "") return [];
  const { index, source } = reader;
  // Lists with a fixed condition, such as the archive, lack some bids.
  const resource = workspace
    .resources()
    .find(
      ({ row, where, access }) =>
        row === source.row && !where && isAllowed(access, viewer),
    );
  if (!resource) throw failure("forbidden");
  const call = parseListCall({
    schemas,
    clock,
    messages,
    resource,
    viewer,
    query: { lotNo },
  });
  const { ids } = await index.find({ ...call, source }, { page: call.state });
  const fields = shown.filter((name) => call.fields.includes(name));
  const rows = await readRows(reader, { ...call, ids, fields });
  return rows as BidSearchReply["cars"];
}
