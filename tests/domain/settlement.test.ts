import { describe, expect, it } from "vitest";
import {
  compareGroupBids,
  countGroup,
  isReleased,
  type GroupBid,
} from "../../domain/bidGroups";
import { statusByClock } from "../../domain/lotStatus";
import {
  overdueBefore,
  settleBid,
  type BidToSettle,
} from "../../domain/settlement";

const japan = (time: string) => new Date(`2026-11-${time}:00+09:00`);
const auctionAt = japan("20T15:00");
const evening = japan("20T20:00");
const overdue = japan("22T00:00");

const [sold, negotiated, notSold, cancelled, removed] = [
  4533, 4534, 4535, 4536, 4537,
];

describe("the status of a lot by the clock", () => {
  it.each([
    [4532, auctionAt, 4531],
    [4532, new Date(auctionAt.getTime() + 1), 4532],
    [4532, null, 4532],
    [sold, auctionAt, sold],
    [4538, auctionAt, 4538],
  ])("%i with its auction at %s is %i", (status, time, expected) => {
    expect(statusByClock({ status, auctionAt: time }, auctionAt)).toBe(
      expected,
    );
  });
});

describe("a bid without a decision of a person", () => {
  const bid = (changes: Partial<BidToSettle>): BidToSettle => ({
    id: "7",
    status: 2,
    amount: 500_000,
    auctionAt,
    rank: null,
    placedAt: japan("19T10:00"),
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
    ...changes,
  });
  const stays = { decision: null };
  const asks = (decision: string) => ({ decision });
  const finishes = { status: 5, decision: null };
  const wins = { status: 6, decision: null };
  const named = { lotStatus: sold, soldPrice: 400_000, winningBid: "7" };

  it.each<[string, Partial<BidToSettle>, Date, object | null]>([
    ["stays before the auction", {}, japan("20T12:00"), stays],
    ["stays while the result is missing", { lotStatus: 4531 }, evening, stays],
    [
      "finishes above the maximum",
      { lotStatus: sold, soldPrice: 501_000 },
      evening,
      finishes,
    ],
    [
      "finishes above the maximum after negotiation",
      { lotStatus: negotiated, soldPrice: 501_000 },
      evening,
      finishes,
    ],
    [
      "needs a manager at the maximum, because the buyer is not named",
      { lotStatus: sold, soldPrice: 500_000 },
      evening,
      asks("unnamed"),
    ],
    [
      "finishes without its confirmation, because nobody has sent it",
      { status: 1, lotStatus: sold, soldPrice: 400_000, isUnconfirmed: true },
      evening,
      finishes,
    ],
    [
      "wins without its confirmation if the result names it",
      { status: 1, ...named, isUnconfirmed: true },
      evening,
      wins,
    ],
    [
      "needs a manager when price and buyer are unknown",
      { lotStatus: sold },
      evening,
      asks("unnamed"),
    ],
    [
      "needs a manager when another bid has won the car, unnamed or named",
      { lotStatus: sold, soldPrice: 300_000, hasOtherWinner: true },
      evening,
      asks("otherWinner"),
    ],
    [
      "finishes when the lot is not sold",
      { lotStatus: notSold },
      evening,
      finishes,
    ],
    [
      "finishes when the lot is cancelled",
      { lotStatus: cancelled },
      evening,
      finishes,
    ],
    [
      "finishes when the lot is removed",
      { lotStatus: removed },
      evening,
      finishes,
    ],
    ["wins when the result names it", named, evening, wins],
    [
      "wins when the result names it without a price",
      { ...named, soldPrice: null },
      evening,
      wins,
    ],
    [
      "finishes when the result names another bid",
      { ...named, winningBid: "8" },
      evening,
      finishes,
    ],
    [
      "needs a manager after a result when a manager has recorded a price",
      { ...named, managerSoldPrice: 400_000 },
      evening,
      asks("recordedPrice"),
    ],
    [
      "stays before the result when a manager has recorded a price",
      { managerSoldPrice: 400_000 },
      evening,
      stays,
    ],
    [
      "needs a manager when named above its maximum",
      { ...named, soldPrice: 600_000 },
      evening,
      asks("namedAbove"),
    ],
    [
      "needs a manager when named on an unsold lot",
      { lotStatus: notSold, winningBid: "7" },
      evening,
      asks("namedUnsold"),
    ],
    [
      "needs a manager when named while another bid has won the car",
      { ...named, hasOtherWinner: true },
      evening,
      asks("otherWinner"),
    ],
    [
      "is not decided by a name before the result",
      { winningBid: "7" },
      evening,
      stays,
    ],
    [
      "needs a manager at the end of the day after",
      { lotStatus: 4531 },
      overdue,
      asks("overdue"),
    ],
    [
      "stays one millisecond earlier",
      { lotStatus: 4531 },
      new Date(overdue.getTime() - 1),
      stays,
    ],
    [
      "finishes by a late result",
      { lotStatus: sold, soldPrice: 600_000 },
      overdue,
      finishes,
    ],
    [
      "stays when its lot is moved to another day",
      { auctionAt: japan("23T15:00") },
      overdue,
      stays,
    ],
    ["stays without an auction time", { auctionAt: null }, overdue, stays],
    ["is left alone as an order", { isOrder: true }, overdue, null],
  ])("%s", (_name, changes, now, expected) => {
    expect(settleBid(bid(changes), null, now)).toEqual(expected);
  });

  const wonFor = { ...named, status: 6, wonPrice: 400_000 };
  it.each<[string, Partial<BidToSettle>, object | null]>([
    ["stays won by the same price", {}, stays],
    [
      "is booked anew at a price within the maximum",
      { soldPrice: 500_000 },
      { decision: null, wonPrice: 500_000 },
    ],
    [
      "is booked once its price is known",
      { wonPrice: null, winningBid: null },
      { decision: null, wonPrice: 400_000 },
    ],
    [
      "needs a manager above the maximum",
      { soldPrice: 505_000 },
      asks("wonAbove"),
    ],
    [
      "stays won at a price above the maximum that was accepted",
      { soldPrice: 505_000, wonPrice: 505_000 },
      stays,
    ],
    [
      "needs a manager when the sale is withdrawn",
      { lotStatus: 4531 },
      asks("wonRevoked"),
    ],
    [
      "needs a manager when the lot is unsold after all",
      { lotStatus: notSold, soldPrice: null },
      asks("wonRevoked"),
    ],
    [
      "needs a manager when the result names another bid",
      { winningBid: "8" },
      asks("wonOther"),
    ],
    [
      "needs a manager when the price is not the recorded one",
      { managerSoldPrice: 410_000 },
      asks("recordedPrice"),
    ],
    [
      "stays won when the price is the recorded one",
      { managerSoldPrice: 400_000 },
      stays,
    ],
    [
      "keeps its price when the result has none",
      { soldPrice: null, winningBid: null },
      stays,
    ],
    ["is left alone by an old result", { hasNewResult: false }, null],
  ])("and that is won, after a new result %s", (_name, changes, expected) => {
    const won = bid({ ...wonFor, hasNewResult: true, ...changes });
    expect(settleBid(won, null, evening)).toEqual(expected);
  });

  it.each<[string, Partial<BidToSettle>, object | null]>([
    ["needs a manager when it is named", {}, asks("endedNamed")],
    ["stays ended when another is named", { winningBid: "8" }, stays],
    ["stays ended when nobody is named", { winningBid: null }, stays],
    ["stays ended when the lot is unsold", { lotStatus: notSold }, stays],
    ["is left alone by an old result", { hasNewResult: false }, null],
  ])(
    "and that has ended, after a new result %s",
    (_name, changes, expected) => {
      for (const status of [3, 4, 5]) {
        const ended = bid({ ...named, status, hasNewResult: true, ...changes });
        expect(settleBid(ended, null, evening)).toEqual(expected);
      }
    },
  );

  it("has until the end of the next day in Japan", () => {
    expect(overdueBefore(japan("22T00:00"))).toEqual(japan("21T00:00"));
    expect(overdueBefore(japan("22T23:59"))).toEqual(japan("21T00:00"));
  });

  it("finishes when its group is full, unless its own result names it", () => {
    const won = {
      ...bid({}),
      id: "1",
      status: 6,
      auctionAt: japan("20T14:00"),
    };
    const group = (own: BidToSettle) => ({ cars: 1, bids: [won, own] });
    const upcoming = bid({});
    expect(settleBid(upcoming, group(upcoming), evening)).toEqual({
      ...finishes,
      releasedFrom: 2,
    });
    const inTime = bid(named);
    expect(settleBid(inTime, group(inTime), evening)).toEqual(
      asks("groupFull"),
    );
    const priced = bid({ managerSoldPrice: 400_000 });
    expect(settleBid(priced, group(priced), evening)).toEqual(stays);
    const earlier = bid({ auctionAt: japan("20T13:00") });
    expect(settleBid(earlier, group(earlier), evening)).toEqual(stays);
    const late = { ...inTime, auctionAt: japan("20T13:00") };
    expect(settleBid(late, group(late), evening)).toEqual(asks("groupFull"));
  });

  const noonOfSale = japan("20T12:00");
  const won = { ...bid({}), id: "1", status: 6 };
  it.each<[string, Partial<BidToSettle>, BidToSettle[], object | null]>([
    ["becomes active again", {}, [], { ...stays, status: 1 }],
    ["stays finished while the group is full", {}, [won], null],
    ["stays finished without a release", { releasedFrom: null }, [], null],
    ["stays finished after its auction", { auctionAt: noonOfSale }, [], null],
    ["stays finished once its lot has a result", { lotStatus: sold }, [], null],
    ["is left alone once it is active", { status: 1 }, [], stays],
  ])(
    "that its full group has released %s",
    (_name, changes, others, expected) => {
      const released = bid({ status: 5, releasedFrom: 1, ...changes });
      const group = { cars: 1, bids: others };
      expect(settleBid(released, group, noonOfSale)).toEqual(expected);
    },
  );
});

describe("a group of bids", () => {
  const of = (id: number, changes: Partial<GroupBid> = {}): GroupBid => ({
    id: String(id),
    status: 1,
    auctionAt,
    rank: null,
    placedAt: japan(`19T10:0${id}`),
    ...changes,
  });

  it("counts by auction time, then in the client's order, then by placing", () => {
    const bids = [
      of(1, { auctionAt: null }),
      of(2),
      of(3, { rank: 2 }),
      of(4, { rank: 1 }),
      of(5),
      of(6, { auctionAt: japan("20T14:00") }),
    ];
    const sorted = bids.toSorted(compareGroupBids).map(({ id }) => id);
    expect(sorted).toEqual(["6", "4", "3", "2", "5", "1"]);
  });

  it("releases the bids after the win of its last car", () => {
    const bids = [
      of(1),
      of(2, { status: 6 }),
      of(3),
      of(4, { status: 6 }),
      of(5),
    ];
    const released = (cars: number) =>
      bids.filter((bid) => isReleased(bid, { cars, bids })).map(({ id }) => id);
    expect(released(2)).toEqual(["5"]);
    expect(released(1)).toEqual(["3", "4", "5"]);
    expect(released(3)).toEqual([]);
    expect(released(0)).toEqual([]);
  });

  it("knows how many cars are bought and left", () => {
    const group = { cars: 5, won: 2, active: 1 };
    expect(countGroup(group)).toEqual({ bought: 2, left: 3 });
    expect(countGroup({ ...group, cars: 1 })).toEqual({ bought: 2, left: 0 });
    expect(countGroup({ ...group, cars: 0 })).toEqual({
      bought: 2,
      left: null,
    });
  });

  it("restarts its count once it has no active bid", () => {
    const group = { cars: 2, won: 2, active: 0 };
    expect(countGroup(group)).toEqual({ bought: 0, left: 2 });
  });
});
