import { expect, it } from "vitest";
import { bidLimit } from "../../../src/bidding/submission/bidLimit";
import type { BidTarget } from "../../../src/bidding/submission/bidTarget";
import { profileReply } from "../identity/profiles";

it("lets a bid be raised by nothing without a positive balance", () => {
  const { balanceInfo, detail, permission } = profileReply();
  const viewer = { ...detail, permissions: permission };
  const bid = { bidId: "8", amount: 1_250_000, group: null, type: null };
  const change: BidTarget = {
    kind: "change",
    bid: { ...bid, version: undefined },
  };
  const limitWith = (balance: number) =>
    bidLimit(change, { viewer, balanceInfo: { ...balanceInfo, balance } });
  expect(limitWith(0)).toBe(1_250_000);
  expect(limitWith(100_000)).toBe(1_250_000 + 3_100_000);
});
