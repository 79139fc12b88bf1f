import type { Viewer } from "../../../domain/access";
import { toJapanIso } from "../../../domain/japanTime";
import type { Resource } from "../../../domain/resource";
import { shareEnd } from "../../../domain/sharedLot";
import type { ShareLotReply } from "../../../generated/schemas";
import { countAttempt } from "../../identity";
import { failure } from "../../platform/errors";
import { lotKindOf } from "../lotKinds";
import { issueShare } from "./lotShares";
import { readListedLot, type ShareContext } from "./sharedLot";

const mostPerHour = 120;

/**
 * Returns the viewer's link to a lot with its access code. Throws not_found for a lot
 * that none of the lists lets the viewer share, and too_many_requests after 120 links
 * in an hour.
 */
export async function shareLot(
  context: ShareContext,
  {
    viewer,
    lists,
    id,
  }: { viewer: Viewer; lists: readonly Resource[]; id: string },
): Promise<ShareLotReply> {
  const { database, clock } = context;
  const found = await readListedLot(context, {
    lists,
    viewer,
    id,
    fieldsOf: () => ["auctionDate"],
  });
  const area = found?.list.pageType;
  if (!found || !area) throw failure("not_found");
  const { userId: sharerId } = viewer;
  await countAttempt(context, [
    { key: `share user ${sharerId}`, most: mostPerHour, windowSeconds: 3_600 },
  ]);
  const now = clock.now();
  const { auctionDate } = found.row;
  const auctionAt =
    typeof auctionDate === "string" ? new Date(auctionDate) : null;
  const share = await issueShare(database, {
    sharerId,
    kind: lotKindOf(area),
    lotId: id,
    endsAt: shareEnd(auctionAt, now),
    now,
  });
  return {
    success: true,
    password: share.code,
    link: `${found.list.route}/share/${share.id}`,
    expiresAt: toJapanIso(share.expiresAt),
  };
}
