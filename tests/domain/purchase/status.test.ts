import { describe, expect, it } from "vitest";
import schema from "../../../schemas/purchase.json";
import {
  paymentDueOf,
  usualDeadlines,
} from "../../../domain/purchase/deadlines";
import {
  nextSteps,
  purchaseActions,
  purchaseActors,
  waitingSteps,
} from "../../../domain/purchase/nextAction";
import { purchaseStatus } from "../../../domain/purchase/status";
import {
  carStates,
  claimStates,
  endings,
  moneyStates,
  papersStates,
  type Tracks,
} from "../../../domain/purchase/tracks";

const won: Tracks = {
  carState: "won",
  papersState: "waiting",
  moneyState: "open",
  claimState: "none",
  ending: "none",
  purchaseDate: "2026-11-20",
  paymentDue: "2026-11-25",
  collectedOn: null,
  inYardOn: null,
  draftSentOn: null,
  arrivedOn: null,
  etd: null,
  eta: null,
};

/** Monday, 23 November 2026, is Labour Thanksgiving Day. */
const rules = { ...usualDeadlines, holidays: new Set(["2026-11-23"]) };
const next = (tracks: Tracks) => nextSteps(tracks, rules).next;

describe("the public status of a purchase", () => {
  it.each([
    ["won", 0],
    ["collected", 1],
    ["inYard", 2],
    ["inspected", 2],
    ["booked", 3],
    ["loaded", 4],
    ["sailed", 4],
    ["arrived", 4],
    ["released", 5],
    ["shippingCancelled", 6],
  ] as const)("of a car that is %s is %i", (carState, status) => {
    expect(purchaseStatus({ carState, ending: "none" })).toBe(status);
  });

  it("is Purchase cancelled or Auction resale wherever the car is", () => {
    for (const carState of carStates) {
      expect(purchaseStatus({ carState, ending: "cancelled" })).toBe(7);
      expect(purchaseStatus({ carState, ending: "resold" })).toBe(8);
    }
  });
});

describe("the next step of a purchase", () => {
  it("is the step that is due first on any track", () => {
    expect(next(won)).toEqual({
      ...{ action: "invoice", by: "agent", due: "2026-11-24" },
    });
    expect(next({ ...won, moneyState: "invoiced" })).toEqual({
      ...{ action: "collect", by: "agent", due: "2026-11-24" },
    });
    const collected = { carState: "collected", collectedOn: "2026-11-24" };
    expect(
      next({ ...won, moneyState: "invoiced", ...collected } as Tracks),
    ).toEqual({ action: "pay", by: "client", due: "2026-11-25" });
  });

  it("is the claim, whatever else is due", () => {
    expect(next({ ...won, claimState: "opened" })).toMatchObject({
      ...{ action: "settleClaim", by: "agent" },
    });
    expect(next({ ...won, claimState: "atHouse" })).toMatchObject({
      ...{ action: "settleClaim", by: "house" },
    });
    expect(next({ ...won, claimState: "refused" })?.action).toBe("invoice");
  });

  it("is still the payment for a client with an open claim", () => {
    const claimed: Tracks = {
      ...{ ...won, moneyState: "invoiced", claimState: "opened" },
      ...{ carState: "arrived", arrivedOn: "2026-11-21" },
    };
    expect(nextSteps(claimed, rules)).toMatchObject({
      ...{ next: { action: "settleClaim" }, client: { action: "pay" } },
    });
  });

  it("is found for the client and for the staff apart", () => {
    const tracks = { ...won, moneyState: "invoiced" } as const;
    expect(nextSteps(tracks, rules)).toMatchObject({
      client: { action: "pay", by: "client", due: "2026-11-25" },
      staff: { action: "collect", by: "agent", due: "2026-11-24" },
    });
    expect(nextSteps(won, rules).client).toBeNull();
    expect(
      waitingSteps(tracks, rules).map(({ action, due }) => [action, due]),
    ).toEqual([
      ["collect", "2026-11-24"],
      ["pay", "2026-11-25"],
      ["sellerPapers", "2026-11-27"],
    ]);
  });

  it("asks the client for the draft B/L within two days", () => {
    const tracks = {
      ...{ ...won, carState: "sailed", moneyState: "received" },
      ...{ papersState: "draftSent", draftSentOn: "2026-12-01" },
      eta: "2026-12-20",
    } as Tracks;
    expect(next(tracks)).toEqual({
      ...{ action: "checkDraft", by: "client", due: "2026-12-03" },
    });
  });

  it("may be due on a closed day if the settings say so", () => {
    const calendar = { ...rules, movesToBusinessDay: false };
    expect(nextSteps(won, calendar).next?.due).toBe("2026-11-21");
    const longer = { ...calendar, invoiceDays: 2 };
    expect(nextSteps(won, longer).next?.due).toBe("2026-11-22");
  });

  it("has five business days for the payment", () => {
    expect(paymentDueOf("2026-11-20", rules)).toBe("2026-11-30");
  });

  it("ends with the purchase, and with the last track", () => {
    expect(next({ ...won, ending: "cancelled" })).toBeNull();
    expect(
      next({
        ...{ ...won, carState: "released", papersState: "sent" },
        moneyState: "received",
      }),
    ).toBeNull();
  });
});

describe("the states of the row schema", () => {
  const { properties } = schema;
  it("are beside the steps and the people of the rules", () => {
    const { nextAction: action, nextBy } = properties;
    expect(action.enum).toEqual([...purchaseActions, null]);
    expect(nextBy.enum).toEqual([...purchaseActors, null]);
    const { clientAction, staffAction, staffBy } = properties;
    const actions = [...clientAction.enum, ...staffAction.enum];
    expect(new Set(actions)).toEqual(new Set([...purchaseActions, null]));
    expect(actions).toHaveLength(purchaseActions.length + 2);
    expect(["client", ...staffBy.enum]).toEqual(nextBy.enum);
  });

  it.each([
    ["carState", carStates],
    ["papersState", papersStates],
    ["moneyState", moneyStates],
    ["claimState", claimStates],
    ["ending", endings],
  ] as const)("of %s are those of the rules", (name, states) => {
    expect(properties[name].enum).toEqual([...states]);
  });

  it("reach the end of each track from its beginning", () => {
    for (const name of ["carState", "papersState", "moneyState"] as const) {
      const { enum: states, default: first } = properties[name];
      const transitions: readonly { from: string[]; to: string }[] =
        properties[name]["x-states"];
      const reached = new Set<string>([first]);
      for (const _ of states)
        for (const { from, to } of transitions)
          if (from.some((state) => reached.has(state))) reached.add(to);
      expect([...reached].sort()).toEqual([...states].sort());
    }
  });
});
