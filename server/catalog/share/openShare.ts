import { timingSafeEqual } from "node:crypto";
import type { SharedLotBody } from "../../../generated/schemas";
import {
  countAttempt,
  forgiveAttempt,
  type NoteSecurity,
} from "../../identity";
import { networkOf } from "../../platform/http/network";
import { failure, fieldFailure } from "../../platform/errors";
import { createQueues } from "../../platform/queues";
import { findShare, type LotShare } from "./lotShares";
import { readSharedLot, type ShareContext, type OpenedLot } from "./sharedLot";

const windowSeconds = 15 * 60;
const mostPerLink = 5;
const mostPerNetwork = 20;

const oneAtATime = createQueues();

/**
 * Returns the lot behind a link for the right access code. Every guess is counted
 * before it is compared, by link and by network; only wrong ones stay counted.
 * Throws wrong_code for a wrong code and for an unknown or expired link,
 * too_many_requests for any code while the link or the network is locked, and
 * not_found after the right code if the lot is gone.
 */
export async function openShare(
  context: ShareContext,
  {
    id,
    code,
    address,
    note,
  }: SharedLotBody & { address: string; note: NoteSecurity },
): Promise<OpenedLot> {
  const throttles = [
    {
      key: `share network ${networkOf(address)}`,
      most: mostPerNetwork,
      windowSeconds,
    },
    { key: `share link ${id}`, most: mostPerLink, windowSeconds },
  ];
  // Right codes sent in parallel would otherwise use up the limit.
  const share = await oneAtATime(id, async () => {
    await countAttempt(context, throttles, () =>
      note({ event: "share-throttled" }),
    );
    let found: LotShare | null;
    try {
      found = await findShare(context.database, {
        id,
        now: context.clock.now(),
      });
    } catch (error) {
      await forgiveAttempt(context, throttles);
      throw error;
    }
    if (!found || !isSameCode(found.code, code))
      throw fieldFailure("code", "wrong_code");
    await forgiveAttempt(context, throttles);
    return found;
  });
  const lot = await readSharedLot(context, share);
  if (!lot) throw failure("not_found");
  return lot;
}

/** Both codes have six digits. */
const isSameCode = (stored: string, given: string): boolean =>
  timingSafeEqual(Buffer.from(stored), Buffer.from(given));
