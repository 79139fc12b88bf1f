import { describe, expect, it } from "vitest";
import { nextResult, type OfferedLot } from "../../domain/lotResult";
import { lotStatuses } from "../../domain/lotStatus";

const { upcoming, ongoing, sold, soldNegotiated, notSold, unknown } =
  lotStatuses;

const day = "2026-11-20";
const later = "2026-11-27";

const lot = (fields: Partial<OfferedLot> = {}): OfferedLot => ({
  status: upcoming,
  price: null,
  winner: null,
  day,
  ...fields,
});
const soldLot = lot({ status: sold, price: 400_000, winner: "7" });

describe("a row without a result", () => {
  it("leaves the result of the lot as it is", () => {
    for (const status of [upcoming, ongoing, unknown])
      expect(nextResult(soldLot, lot({ status }))).toEqual({
        status: sold,
        price: 400_000,
        winner: "7",
        isNewOffering: false,
        isNewResult: false,
      });
  });

  it("offers the lot again on a later sale day", () => {
    expect(nextResult(soldLot, lot({ day: later }))).toEqual({
      status: upcoming,
      price: null,
      winner: null,
      isNewOffering: true,
      isNewResult: true,
    });
  });

  it("does not offer a lot again on an earlier or an unknown day", () => {
    for (const other of ["2026-11-13", null])
      expect(nextResult(soldLot, lot({ day: other }))).toMatchObject({
        status: sold,
        isNewOffering: false,
        isNewResult: false,
      });
  });

  it("postpones a lot without a result to a later day, in the same offering", () => {
    expect(nextResult(lot(), lot({ day: later }))).toEqual({
      status: upcoming,
      price: null,
      winner: null,
      isNewOffering: false,
      isNewResult: false,
    });
  });

  it("takes a price or a buyer that the source adds", () => {
    expect(
      nextResult(lot({ status: sold }), lot({ price: 350_000, winner: "8" })),
    ).toEqual({
      status: sold,
      price: 350_000,
      winner: "8",
      isNewOffering: false,
      isNewResult: true,
    });
  });
});

describe("a row with a result", () => {
  it("gives the lot its first result", () => {
    expect(nextResult(lot(), lot({ status: notSold }))).toMatchObject({
      status: notSold,
      isNewResult: true,
    });
  });

  it("corrects the result of the same day", () => {
    expect(
      nextResult(lot({ status: notSold }), { ...soldLot, winner: null }),
    ).toMatchObject({
      status: sold,
      price: 400_000,
      isNewOffering: false,
      isNewResult: true,
    });
  });

  it("keeps the price and the buyer that it does not name", () => {
    expect(nextResult(soldLot, lot({ status: soldNegotiated }))).toMatchObject({
      status: soldNegotiated,
      price: 400_000,
      winner: "7",
    });
  });

  it("removes price and buyer of a lot that was not sold after all", () => {
    expect(nextResult(soldLot, lot({ status: notSold }))).toMatchObject({
      status: notSold,
      price: null,
      winner: null,
      isNewResult: true,
    });
  });

  it("is no new result if it says what is known", () => {
    expect(nextResult(soldLot, soldLot).isNewResult).toBe(false);
  });

  it("begins a new offering with its result on a later day", () => {
    expect(
      nextResult(lot({ status: notSold }), { ...soldLot, day: later }),
    ).toMatchObject({
      status: sold,
      price: 400_000,
      isNewOffering: true,
      isNewResult: true,
    });
  });
});

describe("a word of the feed", () => {
  it("withdraws a result", () => {
    expect(nextResult(soldLot, lot({ status: unknown }), "revoked")).toEqual({
      status: unknown,
      price: null,
      winner: null,
      isNewOffering: false,
      isNewResult: true,
    });
  });

  it("postpones a lot with a result, in the same offering", () => {
    expect(nextResult(soldLot, lot({ day: later }), "postponed")).toMatchObject(
      { status: upcoming, isNewOffering: false },
    );
  });

  it("is a new result if its row has one", () => {
    expect(nextResult(lot(), soldLot, "revoked")).toMatchObject({
      status: sold,
      isNewResult: true,
    });
  });

  it("changes nothing of a lot without a result", () => {
    expect(nextResult(lot(), lot(), "revoked").isNewResult).toBe(false);
  });
});
