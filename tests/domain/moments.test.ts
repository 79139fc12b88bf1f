import { describe, expect, it } from "vitest";
import { isAfterLastCall, momentsOf } from "../../domain/moments";

const at = (time: string) => new Date(`2026-11-20T${time}+09:00`);
const auctionAt = at("11:00:00");

describe("the moments of an offering", () => {
  it("are the end of changes, the last call, the close of bids and the auction", () => {
    expect(momentsOf(auctionAt)).toEqual({
      cancelUntil: at("09:00:00"),
      lastCall: at("10:00:00"),
      bidsClose: at("10:30:00"),
      auction: auctionAt,
    });
  });

  it("let viewers without a deadline bid until the auction", () => {
    const free = momentsOf(auctionAt, { bidDeadlineCheck: false });
    expect(free?.bidsClose).toEqual(auctionAt);
  });

  it("follow the hours that the server says for changes", () => {
    expect(momentsOf(auctionAt, { cancelHours: 1 })?.cancelUntil).toEqual(
      at("10:00:00"),
    );
  });

  it("do not exist without an auction time", () => {
    expect(momentsOf(null)).toBeNull();
  });
});

it("is after the last call from the next second on until the auction begins", () => {
  expect(isAfterLastCall(auctionAt, at("10:00:00"))).toBe(false);
  expect(isAfterLastCall(auctionAt, at("10:00:01"))).toBe(true);
  expect(isAfterLastCall(auctionAt, at("11:00:00"))).toBe(false);
  expect(isAfterLastCall(null, at("10:30:00"))).toBe(false);
});
