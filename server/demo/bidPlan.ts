import { bidStatuses } from "../../domain/bidStatus";
import { bidIncrement } from "../../domain/limits";

/** Bids on coming lots and on lots whose auction has ended. */
export const bidParts = ["coming", "ended"] as const;
export type BidPart = (typeof bidParts)[number];

/** A status of a bid, `hours` after it was placed. The first one is its placement. */
export type BidStep = {
  by: "bidder" | "manager";
  status: number;
  hours: number;
};

export type PlannedBid = {
  /** E-mail. */
  bidder: string;
  /** Index among the bidder's bids of the part. */
  index: number;
  status: number;
  steps: readonly BidStep[];
  group: number | null;
  exportType: number;
  messages: readonly { by: BidStep["by"]; text: string }[];
};

/** The bids of the demo's clients; the lots are chosen when they are placed. */
export type DemoBids = Readonly<Record<BidPart, readonly PlannedBid[]>> & {
  /** The e-mail of the manager. */
  manager: string;
};

/** A candidate for a demo bid; prices in yen. */
export type BidLot = {
  id: string;
  startPrice: number;
  soldPrice: number | null;
  auctionAt: Date;
};

export type PlacedBid = PlannedBid & {
  lot: BidLot;
  /** Yen. */
  amount: number;
};

/**
 * Chooses the lots of planned bids; the same lots always give the same bids. A bidder
 * bids on a lot once, several bidders may bid on the same lot, and one wins it. Returns
 * null if there are too few lots.
 */
export function placeBids(
  planned: readonly PlannedBid[],
  lots: readonly BidLot[],
): PlacedBid[] | null {
  const bidders = [...new Set(planned.map(({ bidder }) => bidder))];
  const free = new Map(
    bidders.map((bidder, place) => {
      const start = lots.length === 0 ? 0 : (place * 25) % lots.length;
      return [bidder, [...lots.slice(start), ...lots.slice(0, start)]];
    }),
  );
  const placed: PlacedBid[] = [];
  const won = new Set<BidLot>();
  for (const bid of planned) {
    const { status, index } = bid;
    const lots = free.get(bid.bidder) ?? [];
    const isWin = status === bidStatuses.win;
    const taken = lots.findIndex(
      (lot) =>
        !(isWin && won.has(lot)) && amountOf(lot, status, index) !== null,
    );
    const [lot] = taken < 0 ? [] : lots.splice(taken, 1);
    const amount = lot && amountOf(lot, status, index);
    if (!lot || amount == null) return null;
    if (isWin) won.add(lot);
    placed.push({ ...bid, lot, amount });
  }
  return placed;
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
