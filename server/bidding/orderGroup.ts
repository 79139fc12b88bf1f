import { sql, type Transaction } from "kysely";
import { isDeepStrictEqual } from "node:util";
import type { Viewer } from "../../domain/access";
import { compareGroupBids } from "../../domain/bidGroups";
import type { BidGroupOrderPresent } from "../../generated/schemas";
import { lockLots } from "../catalog";
import { lockAccount } from "../payments";
import { announceChange } from "../platform/changes";
import type { Tables } from "../platform/database";
import { failure } from "../platform/errors";
import { writeOnce } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import type { ListingReader } from "../workspace/listing";
import type { Person } from "./bidContext";
import { activeGroupBids, listBidGroups } from "./bidGroups";
import { insertLogEntries } from "./bidQueries";
import { bidListOf, describeBids } from "./describeBid";

export type GroupOrder = {
  person: Person;
  groupId: number;
  /** All of the person's active bids of the group, in the new order. */
  bidIds: readonly string[];
  /** The order that the person has seen. */
  before?: readonly string[];
  /** The idempotency key: the same for all retries of one action. */
  key: string | null;
};

/**
 * Sets the order of the person's own active bids of a group and logs it with
 * each bid whose place changes. The versions of the bids stay the same, because
 * no field that a manager edits has changed.
 *
 * @throws stale_row with the present bids, unless `bidIds` has exactly these and
 * `before` has their present order.
 */
export async function orderGroup(
  { database, clock }: Pick<Context, "database" | "clock">,
  { person, groupId, bidIds, before, key }: GroupOrder,
): Promise<void> {
  const { userId } = person.viewer;
  const now = clock.now();
  const request = ["order-group", groupId, bidIds, before ?? null];
  await writeOnce(database, { userId, key, request, now }, async (trx) => {
    await lockAccount(trx, userId);
    const bids = await lockActiveBids(trx, userId, groupId);
    await announceChange(trx, "bids");
    const isSame =
      bids.length === bidIds.length &&
      bids.every(({ id }) => bidIds.includes(id));
    const present = bids.toSorted(compareGroupBids).map(({ id }) => id);
    const isSeen = !before || isDeepStrictEqual(before, present);
    if (!isSame || !isSeen)
      throw failure("stale_row", { current: { bidIds: present } });
    const moved = bids.filter(({ id, rank }) => rankOf(id, bidIds) !== rank);
    for (const { id } of moved)
      await trx
        .updateTable("bids")
        .set({ group_rank: rankOf(id, bidIds) })
        .set({ seq: sql`nextval('change_seq')` })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .execute();
    if (moved.length > 0)
      await insertLogEntries(
        trx,
        moved.map(({ id, status, amount, rank }) => ({
          user_id: userId,
          bid_id: id,
          at: now,
          actor_id: userId,
          actor_name: person.fullName,
          actor_type: person.viewer.userType,
          event: "edited",
          amount,
          bid_status: status,
          before: JSON.stringify({ groupRank: rank }),
          after: JSON.stringify({ groupRank: rankOf(id, bidIds) }),
        })),
      );
    return {};
  });
}

const rankOf = (id: string, bidIds: readonly string[]) =>
  bidIds.indexOf(id) + 1;

/** Locks the lots of the bids first, as every change of a bid does. */
async function lockActiveBids(
  trx: Transaction<Tables>,
  userId: string,
  groupId: number,
) {
  const bids = activeGroupBids(trx, userId, groupId);
  const lotIds = (await bids.execute()).map(({ lot_id }) => lot_id);
  await lockLots(trx, lotIds);
  return bids.forUpdate().execute();
}

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
