import { startAuctions } from "../../catalog";
import type { Job } from "../../platform/jobs";
import type { BidContext } from "../bidPorts";
import { copyLotChangesToBids } from "../copiedFields";
import { settleBids } from "./settleBids";

/**
 * Makes the job by which auctions run by themselves: lots become ongoing at
 * their time, and bids follow the results of their lots.
 */
export const settlementJob = (context: BidContext): Job => ({
  name: "settle-auctions",
  everySeconds: 15,
  run: async (signal) => {
    const { database, clock } = context;
    const ports = { lotsChanged: copyLotChangesToBids };
    const started = await startAuctions({ database, clock, ports }, signal);
    return started + (await settleBids(context, { signal }));
  },
});
