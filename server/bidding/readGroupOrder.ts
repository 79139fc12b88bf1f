import type { Viewer } from "../../domain/access";
import { compareGroupBids } from "../../domain/bidGroups";
import type { BidGroupOrderPresent } from "../../generated/schemas";
import { failure } from "../platform/errors";
import type { Context } from "../workspace/context";
import type { ListingReader } from "../workspace/listing";
import { activeGroupBids, listBidGroups } from "./bidGroups";
import { bidListOf, describeBids } from "./describeBid";

/**
 * Returns a group with the viewer's own active bids, in the order in which its cars are
 * bought. Throws not_found for an unknown group.
 */
export async function readGroupOrder(
  context: Pick<Context, "database" | "clock" | "schemas" | "workspace">,
  bids: ListingReader,
  { viewer, groupId }: { viewer: Viewer; groupId: number },
): Promise<BidGroupOrderPresent> {
  const { kysely } = context.database;
  const { userId } = viewer;
  const groups = await listBidGroups(kysely, userId);
  const group = groups.find(({ value }) => value === groupId);
  const list = bidListOf(context, viewer);
  if (!group || !list) throw failure("not_found");
  const active = await activeGroupBids(kysely, userId, groupId).execute();
  const described = await describeBids(kysely, {
    context,
    viewer,
    list,
    bids,
    bidIds: active.toSorted(compareGroupBids).map(({ id }) => id),
  });
  return {
    success: true,
    group,
    bids: described.map(({ row, title, place }) => ({
      bidId: String(row.bidId),
      title,
      place,
      auctionDate: typeof row.auctionDate === "string" ? row.auctionDate : null,
      bidAmount: typeof row.bidAmount === "number" ? row.bidAmount : null,
    })),
  };
}
