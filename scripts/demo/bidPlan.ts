import { bidStatuses } from "../../domain/bidStatus";
import { languageOf } from "../../domain/limits";
import type {
  BidPart,
  BidStep,
  DemoBids,
  PlannedBid,
} from "../../server/demo/bidPlan";
import { demoAccounts } from "./accounts";
import plan from "./facts/bids.json";

const placed = { by: "bidder", status: bidStatuses.new, hours: 0 } as const;
const forwarded = { by: "manager", status: bidStatuses.bid, hours: 1 } as const;
const { dontBid, cancel, finished, win } = bidStatuses;
const kinds: Readonly<Record<string, readonly BidStep[]>> = {
  new: [placed],
  bid: [placed, forwarded],
  dontBid: [placed, { by: "manager", status: dontBid, hours: 2 }],
  cancel: [placed, { by: "bidder", status: cancel, hours: 1 }],
  finished: [placed, forwarded, { by: "manager", status: finished, hours: 30 }],
  win: [placed, forwarded, { by: "manager", status: win, hours: 30 }],
};

/** Returns the bids of the demo's clients, on lots that the server chooses. */
export function demoBids(): DemoBids {
  const of = (part: BidPart) =>
    plan.bidders.flatMap((bidder) =>
      Object.entries<number>(bidder[part])
        .flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
        .map((kind, index) => plannedBid(bidder.email, kind, index)),
    );
  return { manager: plan.manager, coming: of("coming"), ended: of("ended") };
}

function plannedBid(bidder: string, kind: string, index: number): PlannedBid {
  const steps = kinds[kind];
  if (!steps) throw new Error(`Unknown kind of bid: ${kind}`);
  const { details } = demoAccounts.find(({ email }) => email === bidder) ?? {};
  const chats = plan.chats[languageOf(details?.language_id ?? null) ?? "en"];
  const messages = (index % 3 === 0 && chats[index % chats.length]) || [];
  return {
    bidder,
    index,
    status: steps.at(-1)?.status ?? bidStatuses.new,
    steps,
    group: index % 3 === 0 ? 1 + (index % 5) : null,
    exportType: 1 + ((index * 3) % 5),
    messages: messages.map(([by, text = ""]) => ({
      by: by === "manager" ? "manager" : "bidder",
      text,
    })),
  };
}
