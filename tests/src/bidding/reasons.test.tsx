import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { userLevels, userTypes } from "../../../domain/access";
import { lotDetail } from "../catalog/lotDetail";
import { permissions, profileReply } from "../identity/profiles";
import { openPanel, yenText } from "./panel";

const noForm = () => {
  expect(screen.queryByLabelText("Your maximum")).not.toBeInTheDocument();
};

describe("Why no bid can be placed stands in the panel", () => {
  it.each([
    [
      "Auction finished",
      lotDetail({ bidInfo: { auctionFinished: true, acceptBid: false } }),
    ],
    ["Bidding is closed", lotDetail({ bidInfo: { acceptBid: false } })],
    [
      "Bidding is closed",
      lotDetail({ bidInfo: { biddingDeadline: "2020-01-01T10:00:00+09:00" } }),
    ],
    ["Bid limit", lotDetail({ bidInfo: { bidLimitReached: true } })],
    ["Bid limit", lotDetail({ ussCounter: { ussLimit: 0 } })],
  ])("%s", (title, lot) => {
    openPanel({ lot });
    expect(screen.getByRole("heading", { name: title })).toBeVisible();
    noForm();
  });

  it("a restricted account reads what helps", () => {
    openPanel({
      lot: lotDetail({ bidInfo: { acceptBid: false } }),
      profile: {
        ...profileReply(),
        permission: permissions(true, { biddingAllowed: false }),
      },
    });
    expect(screen.getByText(/Make a deposit/)).toBeVisible();
    noForm();
  });

  it("a past lot takes no bid", () => {
    openPanel({ pageType: "stats" });
    noForm();
  });

  it("a manager has the facts and no form", () => {
    openPanel({
      profile: profileReply({
        userType: userTypes.manager,
        userLevel: userLevels.system,
      }),
    });
    expect(screen.getByText(yenText(1_180_000))).toBeVisible();
    noForm();
  });

  it("my own bid is shown with its amount, date and status", () => {
    openPanel({
      lot: lotDetail({
        bidInfo: {
          myBid: "8",
          myBidAmount: 1_250_000,
          myBidDate: "2026-11-19T21:30:00+09:00",
          bidStatusId: 1,
        },
      }),
    });
    expect(screen.getByText(yenText(1_250_000))).toBeVisible();
    expect(screen.getByText(/19 Nov, 21:30/)).toBeVisible();
    expect(screen.getByText("Under review")).toBeVisible();
    noForm();
  });
});

describe("The facts before a bid", () => {
  it("the price paid takes the place of the average once sold", () => {
    openPanel({
      lot: lotDetail({
        lotInfo: { status: 4533 },
        bidInfo: { soldPrice: 1_400_000, auctionFinished: true },
      }),
    });
    expect(screen.getByText("Sold for")).toBeVisible();
    expect(screen.getByText(yenText(1_400_000))).toBeVisible();
    expect(screen.queryByText("Average price")).not.toBeInTheDocument();
  });

  it("group and export type are hidden where they are not chosen", () => {
    openPanel({
      lot: lotDetail({
        bidInfo: { bidGroupShow: false, exportTypeShow: false },
      }),
    });
    expect(screen.queryByLabelText("Group")).not.toBeInTheDocument();
    expect(screen.queryByLabelText("Export type")).not.toBeInTheDocument();
  });
});
