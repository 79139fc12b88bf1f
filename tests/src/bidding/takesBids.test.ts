import { expect, it } from "vitest";
import { lotStatuses } from "../../../domain/lotStatus";
import { takesBids } from "../../../src/bidding/takesBids";

const now = new Date("2026-11-20T12:00:00+09:00");
const before = "2026-11-20T11:00:00+09:00";
const later = "2026-11-20T13:00:00+09:00";
const { upcoming, sold } = lotStatuses;

it.each([
  [{ status: upcoming, auctionDate: later, lotType: "auction" }, true],
  [{ status: upcoming, auctionDate: before, lotType: "auction" }, false],
  [{ status: sold, auctionDate: later, lotType: "auction" }, false],
  [{ status: sold, auctionDate: before, lotType: "stock" }, false],
  [{ status: upcoming, auctionDate: before, lotType: "stock" }, true],
  [{}, true],
])("the row %j has a button for bids: %s", (row, expected) => {
  expect(takesBids(row, now)).toBe(expected);
});
