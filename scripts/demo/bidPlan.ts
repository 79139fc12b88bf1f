import { bidStatuses } from "../../domain/bidStatus";
import type { BidStep, DemoBids, PlannedBid } from "../../server/demo/bidPlan";
import plan from "./facts/bids.json";

const forwarded = { by: "manager", status: bidStatuses.bid, hours: 1 } as const;
const kinds: Readonly<Record<string, readonly BidStep[]>> = {
  new: [],
  bid: [forwarded],
  dontBid: [{ by: "manager", status: bidStatuses.dontBid, hours: 2 }],
  cancel: [{ by: "bidder", status: bidStatuses.cancel, hours: 1 }],
  finished: [
    forwarded,
    { by: "manager", status: bidStatuses.finished, hours: 30 },
  ],
  win: [forwarded, { by: "manager", status: bidStatuses.win, hours: 30 }],
};

/** Returns the bids of the demo's clients, on lots that the server chooses. */
export function demoBids(): DemoBids {
  const of = (part: "coming" | "ended") =>
    plan.bidders.flatMap((bidder) =>
      Object.entries<number>(bidder[part])
        .flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
        .map((kind, index) => plannedBid(bidder.email, kind, index)),
    );
  return {
    manager: plan.manager,
    coming: of("coming"),
    ended: of("ended"),
    chats: plan.chats,
  };
}

function plannedBid(bidder: string, kind: string, index: number): PlannedBid {
  const steps = kinds[kind];
  if (!steps) throw new Error(`Unknown kind of bid: ${kind}`);
  return {
    bidder,
    index,
    steps,
    group: index % 3 === 0 ? 1 + (index % 5) : null,
    exportType: 1 + ((index * 3) % 5),
    chat: index % 3 === 0 ? index % plan.chats.en.length : null,
  };
}
