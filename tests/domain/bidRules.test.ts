import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allowedBid,
  isCovered,
  refuseAmount,
  refuseBidding,
} from "../../domain/bidRules";
import { lotStatuses } from "../../domain/lotStatus";

const auctionAt = new Date("2026-11-20T11:00:00+09:00");
const at = (time: string) => new Date(`2026-11-20T${time}+09:00`);

describe("the amount of a bid", () => {
  const lot = { startPrice: 300_000 };

  it("is at least the start price and a multiple of 5000", () => {
    expect(refuseAmount(300_000, lot)).toBeNull();
    expect(refuseAmount(305_000, lot)).toBeNull();
    expect(refuseAmount(295_000, lot)).toBe("lower_price");
    expect(refuseAmount(301_000, lot)).toBe("incorrect_bid");
  });

  it("is required, positive, whole and within the range of the column", () => {
    const free = { startPrice: null };
    expect(refuseAmount(null, free)).toBe("amount_required");
    expect(refuseAmount(0, free)).toBe("lower_price");
    expect(refuseAmount(-5000, free)).toBe("lower_price");
    expect(refuseAmount(5000.5, free)).toBe("incorrect_bid");
    expect(refuseAmount(Infinity, free)).toBe("incorrect_bid");
    expect(refuseAmount(2_147_485_000, free)).toBe("amount_too_high");
  });

  it("must equal the price of a car with a fixed price", () => {
    const fixed = { startPrice: 812_345, isFixedPrice: true };
    expect(refuseAmount(812_345, fixed)).toBeNull();
    expect(refuseAmount(815_000, fixed)).toBe("not_the_price");
  });

  it("is valid from the start price in steps, and only then", () => {
    const nearby = fc.integer({ min: -3, max: 3 });
    const yen = fc.oneof(fc.constant(0), nearby);
    fc.assert(
      fc.property(
        fc.nat({ max: 4_000_000 }),
        nearby,
        yen,
        (startPrice, steps, rest) => {
          const amount = (Math.floor(startPrice / 5000) + steps) * 5000 + rest;
          const isValid =
            amount > 0 && amount >= startPrice && amount % 5000 === 0;
          expect(refuseAmount(amount, { startPrice }) === null).toBe(isValid);
        },
      ),
    );
  });
});

describe("bidding on a lot", () => {
  const bidding = {
    lot: { status: lotStatuses.upcoming as number, auctionAt },
    now: at("10:00:00"),
    bidDeadlineCheck: true,
    biddingAllowed: true,
    isLimitReached: false,
  };
  const withStatus = (status: number) => ({ ...bidding.lot, status });

  it("is allowed on an upcoming lot until the second of its deadline", () => {
    expect(refuseBidding(bidding)).toBeNull();
    expect(refuseBidding({ ...bidding, now: at("10:30:00") })).toBeNull();
    expect(refuseBidding({ ...bidding, now: at("10:30:01") })).toBe(
      "bidding_closed",
    );
  });

  it("is refused with a reason: finished, closed, restricted or limit reached", () => {
    for (const status of [4533, 4534, 4535, 4536, 4537])
      expect(refuseBidding({ ...bidding, lot: withStatus(status) })).toBe(
        "auction_finished",
      );
    for (const status of [4531, 4538])
      expect(refuseBidding({ ...bidding, lot: withStatus(status) })).toBe(
        "bidding_closed",
      );
    expect(refuseBidding({ ...bidding, biddingAllowed: false })).toBe(
      "restricted_user",
    );
    expect(refuseBidding({ ...bidding, isLimitReached: true })).toBe(
      "bid_limit",
    );
  });
});

describe("the credit of a client", () => {
  it("is the balance plus the credit limit minus active bids", () => {
    const account = { balance: 100, creditLimit: 50, activeBids: 30 };
    expect(allowedBid(account)).toBe(120);
    expect(allowedBid({ ...account, activeBids: 500 })).toBe(0);
  });

  it("allows no more than the largest amount of any bid", () => {
    const most = 2_147_483_647;
    const account = { balance: most, creditLimit: most, activeBids: 0 };
    expect(allowedBid(account)).toBe(most);
  });

  it("covers no bid without a balance, whatever the credit", () => {
    const account = { balance: 0, creditLimit: 1_000_000, activeBids: 0 };
    expect(isCovered(5000, account)).toBe(false);
    expect(isCovered(5000, { ...account, balance: 1 })).toBe(true);
    expect(isCovered(1_005_000, { ...account, balance: 1 })).toBe(false);
  });

  it("is the allowed bid of the server, where it gives one", () => {
    const account = { balance: 100_000, creditLimit: 0, activeBids: 0 };
    expect(allowedBid({ ...account, bidAllow: 50_000 })).toBe(50_000);
    expect(isCovered(60_000, { ...account, bidAllow: 50_000 })).toBe(false);
    expect(isCovered(200_000, { ...account, bidAllow: 250_000 })).toBe(true);
  });
});
