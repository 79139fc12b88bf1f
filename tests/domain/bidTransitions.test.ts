import { describe, expect, it } from "vitest";
import { isEditableBid, refuseStatus } from "../../domain/bidTransitions";

const now = new Date("2026-11-20T12:00:00+09:00");
const past = new Date("2026-11-20T11:00:00+09:00");
const future = new Date("2026-11-20T15:00:00+09:00");
const all = [1, 2, 3, 4, 5, 6, 7];

const refusal = (from: number, to: number, more: object = {}) =>
  refuseStatus({ from, to, auctionAt: past, now, isConfirmed: false, ...more });

describe("the status of a bid", () => {
  it("is editable only when it is New, Bid or Win", () => {
    expect(all.filter(isEditableBid)).toEqual([1, 2, 6]);
  });

  it("changes only from an editable status to another one of 1 to 6", () => {
    const allowed = all.flatMap((from) =>
      all.filter((to) => refusal(from, to) === null).map((to) => [from, to]),
    );
    const expected = [1, 2, 6].flatMap((from) =>
      [1, 2, 3, 4, 5, 6].filter((to) => to !== from).map((to) => [from, to]),
    );
    expect(allowed).toEqual(expected);
  });

  it("needs a confirmation for a win on a future auction only", () => {
    const coming = { auctionAt: future };
    expect(refusal(2, 6, coming)).toBe("confirmation_required");
    expect(refusal(2, 6, { ...coming, isConfirmed: true })).toBeNull();
    expect(refusal(2, 5, coming)).toBeNull();
    expect(refusal(2, 6, { auctionAt: null })).toBeNull();
  });

  it("goes back for its last editor within an hour", () => {
    const last = { actorId: "1", at: past, from: 2, to: 4 };
    const undo = (more: object, actorId = "1") =>
      refusal(4, 2, { undo: { actorId, last: { ...last, ...more } } });
    expect(undo({})).toBeNull();
    expect(undo({}, "2")).toBe("bid_not_editable");
    expect(undo({ from: 1 })).toBe("bid_not_editable");
    expect(undo({ at: new Date(past.getTime() - 1) })).toBe("bid_not_editable");
    expect(refusal(4, 2, { undo: { actorId: "1", last: null } })).toBe(
      "bid_not_editable",
    );
  });
});
