import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareGroupBids, isGroupFull } from "../../domain/bidGroups";
import { isActive } from "../../domain/bidStatus";
import { settleBid, type BidToSettle } from "../../domain/settlement";

const hour = (count: number) => new Date(Date.UTC(2026, 10, 20, 6 + count));

/** The results that a feed may send for the lot of a bid. */
const results = {
  bought: { lotStatus: 4533, soldPrice: 400_000, winningBid: "own" },
  lost: { lotStatus: 4533, soldPrice: 400_000, winningBid: "other" },
  unsold: { lotStatus: 4535, soldPrice: null, winningBid: null },
  silent: { lotStatus: 4533, soldPrice: 400_000, winningBid: null },
};
type Result = keyof typeof results;
type Sale = { auction: number; rank: number | null; result: Result };

const highestRank = 6;

const sales = fc.array(
  fc.record({
    auction: fc.integer({ min: 1, max: 3 }),
    rank: fc.option(fc.integer({ min: 1, max: highestRank })),
    result: fc.constantFrom<Result>(
      "bought",
      "bought",
      "lost",
      "unsold",
      "silent",
    ),
  }),
  { minLength: 1, maxLength: 6 },
);
const cars = fc.integer({ min: 0, max: 3 });

const bidsOf = (all: readonly Sale[]): BidToSettle[] =>
  all.map(({ auction, rank }, index) => ({
    id: String(index),
    status: 2,
    amount: 500_000,
    auctionAt: hour(auction),
    rank,
    placedAt: hour(-10 + index),
    lotStatus: 4532,
    soldPrice: null,
    isOrder: false,
    managerSoldPrice: null,
    wonPrice: null,
    hasOtherWinner: false,
    isUnconfirmed: false,
    hasNewResult: false,
    winningBid: null,
    releasedFrom: null,
  }));

/** Settles the bids as the sweep does, until nothing changes. */
function sweep(group: { cars: number; bids: BidToSettle[] }, now: Date): void {
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const bid of group.bids.toSorted(compareGroupBids)) {
      const settled = settleBid(bid, group, now);
      const { status, releasedFrom = null } = settled ?? {};
      if (status === undefined) continue;
      Object.assign(bid, { status, releasedFrom });
      hasChanged = true;
    }
  }
}

const arrives = (bid: BidToSettle | undefined, { result }: Sale): void => {
  const { winningBid, ...fields } = results[result];
  if (bid)
    Object.assign(bid, fields, {
      winningBid: winningBid === "own" ? bid.id : winningBid,
    });
};

/** The agent's desk buys no car once all were bought at earlier auctions. */
const withoutExcess = (all: readonly Sale[], most: number): Sale[] => {
  const boughtBefore = (auction: number) =>
    all.filter((sale) => sale.auction < auction && sale.result === "bought");
  return all.map((sale) =>
    sale.result === "bought" &&
    most > 0 &&
    boughtBefore(sale.auction).length >= most
      ? { ...sale, result: "lost" }
      : sale,
  );
};

const statusesOf = (bids: readonly BidToSettle[]) =>
  bids.map(({ status }) => status);

const wins = (bids: readonly BidToSettle[]): number =>
  bids.filter(({ status }) => status === 6).length;

/**
 * The plain model: the cars are bought one after the other until all are. Auctions
 * at the same time follow the client's ranks, then the order of the bids.
 */
function expectedStatuses(all: readonly Sale[], most: number): number[] {
  let bought = 0;
  const statuses = all.map(() => 0);
  const inOrder = all
    .map((sale, index) => ({ ...sale, index }))
    .toSorted(
      (a, b) =>
        a.auction - b.auction ||
        (a.rank ?? highestRank + 1) - (b.rank ?? highestRank + 1) ||
        a.index - b.index,
    );
  for (const { index, result } of inOrder) {
    const isFull = most > 0 && bought === most;
    if (result === "lost" || result === "unsold") statuses[index] = 5;
    else if (result === "silent") statuses[index] = isFull ? 5 : 2;
    else statuses[index] = isFull ? 2 : 6;
    if (statuses[index] === 6) bought += 1;
  }
  return statuses;
}

describe("a group over a day of auctions", () => {
  it("has the same end after each auction, after hours of downtime, and in the plain model", () => {
    fc.assert(
      fc.property(sales, cars, (some, most) => {
        const all = withoutExcess(some, most);
        const timely = { cars: most, bids: bidsOf(all) };
        const late = { cars: most, bids: bidsOf(all) };
        for (const auction of [1, 2, 3]) {
          for (const [index, sale] of all.entries())
            if (sale.auction === auction) arrives(timely.bids[index], sale);
          sweep(timely, hour(auction + 0.5));
        }
        for (const [index, sale] of all.entries())
          arrives(late.bids[index], sale);
        sweep(late, hour(8));
        expect(statusesOf(late.bids)).toEqual(expectedStatuses(all, most));
        expect(statusesOf(timely.bids)).toEqual(statusesOf(late.bids));
      }),
      { numRuns: 1_000 },
    );
  });

  it("never buys more cars than wanted, in whatever order the results arrive", () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 });
    fc.assert(
      fc.property(
        sales,
        fc.integer({ min: 1, max: 3 }),
        order,
        (all, most, arriving) => {
          const group = { cars: most, bids: bidsOf(all) };
          for (const index of arriving) {
            const sale = all[index];
            if (sale) arrives(group.bids[index], sale);
            sweep(group, hour(8));
            expect(wins(group.bids)).toBeLessThanOrEqual(most);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("continues as before once a win is taken back before the next auction", () => {
    fc.assert(
      fc.property(sales, fc.integer({ min: 1, max: 3 }), (all, most) => {
        const group = { cars: most, bids: bidsOf(all) };
        for (const [index, sale] of all.entries())
          if (sale.auction === 1) arrives(group.bids[index], sale);
        sweep(group, hour(1.5));
        const mistaken = group.bids.find(({ status }) => status === 6);
        if (!mistaken || !isGroupFull(group)) return;
        Object.assign(mistaken, { status: 5 });
        sweep(group, hour(1.5));
        if (isGroupFull(group)) return;
        const later = group.bids.filter(
          (_bid, index) => (all[index]?.auction ?? 0) > 1,
        );
        expect(later.every(({ status }) => isActive(status))).toBe(true);
        expect(later.every(({ releasedFrom }) => releasedFrom === null)).toBe(
          true,
        );
      }),
      { numRuns: 1_000 },
    );
  });
});
