import { bidStatuses } from "../../domain/bidStatus";
import { bidIncrement, type Language } from "../../domain/limits";
import plan from "./facts/bids.json";

/** Bids on coming lots and on lots whose auction has ended. */
export const bidParts = ["coming", "ended"] as const;
export type BidPart = (typeof bidParts)[number];

/** A candidate for a demo bid; prices in yen. */
export type BidLot = {
  id: string;
  startPrice: number;
  soldPrice: number | null;
};

/** A change of a bid's status, `hours` after it was placed. */
export type BidStep = {
  by: "bidder" | "manager";
  status: number;
  hours: number;
};

export type PlannedBid = {
  /** E-mail. */
  bidder: string;
  lotId: string;
  status: number;
  /** Yen. */
  amount: number;
  group: number | null;
  exportType: number;
  /** The index of its chat; null without messages. */
  chat: number | null;
  steps: readonly BidStep[];
  /** Index among the bidder's bids of the part. */
  index: number;
};

export const demoManager = plan.manager;
export const demoBidders = plan.bidders.map(({ email }) => email);

export type DemoMessage = { by: "bidder" | "manager"; text: string };

/** Returns the messages of a chat in the language of the bidder. */
export const demoMessages = (chat: number, language: Language): DemoMessage[] =>
  (plan.chats[language][chat] ?? []).map(([by, text = ""]) => ({
    by: by === "manager" ? "manager" : "bidder",
    text,
  }));

const forwarded = { by: "manager", status: bidStatuses.bid, hours: 1 } as const;
const kinds = {
  new: [],
  bid: [forwarded],
  dontBid: [{ by: "manager", status: bidStatuses.dontBid, hours: 2 }],
  cancel: [{ by: "bidder", status: bidStatuses.cancel, hours: 1 }],
  finished: [
    forwarded,
    { by: "manager", status: bidStatuses.finished, hours: 30 },
  ],
  win: [forwarded, { by: "manager", status: bidStatuses.win, hours: 30 }],
} as const satisfies Record<string, readonly BidStep[]>;

const isKind = (name: string): name is keyof typeof kinds => name in kinds;

/**
 * Plans the bids of a part; the same lots always give the same bids. A bidder
 * bids on a lot once, several bidders may bid on the same lot. Returns null if
 * there are too few lots.
 */
export function planBids(
  part: BidPart,
  lots: readonly BidLot[],
): PlannedBid[] | null {
  const planned: PlannedBid[] = [];
  for (const [place, bidder] of plan.bidders.entries()) {
    const free = rotated(lots, place * 25);
    const wanted = Object.entries<number>(bidder[part]).flatMap(
      ([name, count]) => Array.from({ length: count }, () => name),
    );
    for (const [index, kind] of wanted.entries()) {
      const status = isKind(kind) ? bidStatuses[kind] : bidStatuses.blank;
      const taken = takeLot(free, status, index);
      if (!taken) return null;
      planned.push({
        ...taken,
        bidder: bidder.email,
        status,
        index,
        group: index % 3 === 0 ? 1 + (index % 5) : null,
        exportType: 1 + ((index * 3) % 5),
        chat: index % 3 === 0 ? index % plan.chats.en.length : null,
        steps: isKind(kind) ? kinds[kind] : [],
      });
    }
  }
  return planned;
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function takeLot(free: BidLot[], status: number, index: number) {
  for (const [place, lot] of free.entries()) {
    const amount = amountOf(lot, status, index);
    if (amount === null) continue;
    free.splice(place, 1);
    return { lotId: lot.id, amount };
  }
  return null;
}

const stepsUp = (yen: number) => Math.ceil(yen / bidIncrement) * bidIncrement;
const stepsDown = (yen: number) =>
  Math.floor(yen / bidIncrement) * bidIncrement;

/**
 * Returns a bid's amount in yen: at least the sold price for a win, below it for
 * a lost bid. Null if the lot cannot have ended with that status.
 */
function amountOf(lot: BidLot, status: number, index: number): number | null {
  const { startPrice, soldPrice } = lot;
  const lowest = Math.max(bidIncrement, stepsUp(startPrice));
  const wanted = lowest + (1 + (index % 6)) * 2 * bidIncrement;
  if (status === bidStatuses.win)
    return soldPrice === null
      ? null
      : Math.max(lowest, stepsUp(soldPrice) + (index % 3) * bidIncrement);
  if (soldPrice === null) return wanted;
  const losing = Math.min(wanted, stepsDown(soldPrice - 1));
  return losing >= lowest ? losing : null;
}
