import { describe, expect, it } from "vitest";
import {
  isEditableBid,
  refuseEdit,
  refuseStatus,
  type BidActor,
} from "../../domain/bidTransitions";
import { lotStatuses } from "../../domain/lotStatus";

const now = new Date("2026-11-20T12:00:00+09:00");
const past = new Date("2026-11-20T11:00:00+09:00");
const all = [1, 2, 3, 4, 5, 6, 7];

/** Lots by the time that is left until their auction. */
const lots = {
  early: { status: lotStatuses.upcoming, auctionAt: hours(2) },
  late: { status: lotStatuses.upcoming, auctionAt: hours(1.99) },
  unknownTime: { status: lotStatuses.upcoming, auctionAt: null },
  ongoing: { status: lotStatuses.ongoing, auctionAt: hours(3) },
  sold: { status: lotStatuses.sold, auctionAt: past },
};

function hours(count: number): Date {
  return new Date(now.getTime() + count * 3_600_000);
}

const refusal = (from: number, to: number, more: object = {}) =>
  refuseStatus({
    actor: "manager",
    from,
    to,
    lot: lots.sold,
    now,
    isConfirmed: false,
    ...more,
  });

/** Returns the changes that are allowed, such as `1>4`. */
const allowed = (actor: BidActor, lot: keyof typeof lots) =>
  all.flatMap((from) =>
    all
      .filter(
        (to) =>
          refusal(from, to, { actor, lot: lots[lot], isConfirmed: true }) ===
          null,
      )
      .map((to) => `${from}>${to}`),
  );

const byManagers = [1, 2, 6].flatMap((from) =>
  [1, 2, 3, 4, 5, 6].filter((to) => to !== from).map((to) => `${from}>${to}`),
);
const bySystem = ["1>5", "1>6", "2>5", "2>6", "5>1", "5>2"];

describe("the status of a bid", () => {
  it.each([
    ["client", "early", ["1>4", "2>4"]],
    ["client", "late", []],
    ["client", "unknownTime", ["1>4", "2>4"]],
    ["client", "ongoing", []],
    ["client", "sold", []],
    ["manager", "early", byManagers],
    ["manager", "late", byManagers],
    ["manager", "ongoing", byManagers],
    ["manager", "sold", byManagers],
    ["system", "early", bySystem],
    ["system", "sold", bySystem],
  ] as const)("changed by a %s on a lot that is %s", (actor, lot, expected) => {
    expect(allowed(actor, lot)).toEqual(expected);
  });

  it("is refused with the reason that helps the person", () => {
    const client = { actor: "client" as const };
    expect(refusal(1, 4, { ...client, lot: lots.late })).toBe("cant_cancel");
    expect(refusal(6, 4, { ...client, lot: lots.early })).toBe(
      "bid_not_editable",
    );
    expect(refusal(1, 2, { ...client, lot: lots.early })).toBe("forbidden");
    expect(refusal(4, 2)).toBe("bid_not_editable");
  });

  it("needs a confirmation for a win on a future auction only", () => {
    const coming = { lot: lots.early };
    expect(refusal(2, 6, coming)).toBe("confirmation_required");
    expect(refusal(2, 6, { ...coming, isConfirmed: true })).toBeNull();
    expect(refusal(2, 5, coming)).toBeNull();
    expect(refusal(2, 6, { lot: lots.unknownTime })).toBeNull();
  });

  it("goes back for the manager who changed it last, within an hour", () => {
    const last = { actorId: "1", at: past, from: 2, to: 4 };
    const undo = (more: object, actorId = "1", actor: BidActor = "manager") =>
      refusal(4, 2, { actor, undo: { actorId, last: { ...last, ...more } } });
    expect(undo({})).toBeNull();
    expect(undo({}, "2")).toBe("bid_not_editable");
    expect(undo({ from: 1 })).toBe("bid_not_editable");
    expect(undo({ at: new Date(past.getTime() - 1) })).toBe("bid_not_editable");
    expect(undo({}, "1", "client")).toBe("forbidden");
    expect(refusal(4, 2, { undo: { actorId: "1", last: null } })).toBe(
      "bid_not_editable",
    );
  });
});

describe("the values of a bid", () => {
  it("can be edited in New, Bid and Win, by clients in New and Bid", () => {
    const editable = (actor: BidActor) =>
      all.filter((status) => isEditableBid(status, actor));
    expect(editable("manager")).toEqual([1, 2, 6]);
    expect(editable("client")).toEqual([1, 2]);
  });

  it("can be edited by clients until the cancel deadline", () => {
    const edit = (actor: BidActor, lot: keyof typeof lots, from = 2) =>
      refuseEdit({ actor, from, lot: lots[lot], now });
    expect(edit("client", "early")).toBeNull();
    expect(edit("client", "late")).toBe("cant_edit");
    expect(edit("client", "ongoing")).toBe("cant_edit");
    expect(edit("client", "early", 6)).toBe("bid_not_editable");
    expect(edit("manager", "sold")).toBeNull();
    expect(edit("manager", "sold", 5)).toBe("bid_not_editable");
  });
});
