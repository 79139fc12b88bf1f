import { screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { userLevels, userTypes } from "../../../domain/access";
import { lotDetail } from "../catalog/lotDetail";
import { permissions, profileReply } from "../identity/profiles";
import { installDialogs } from "../ui/nativeDialog";
import { onDay } from "../../support/onDay";
import { lotStatuses } from "../../../domain/lotStatus";
import { takesBids } from "../../../src/bidding/whyNoBid";
import { openPanel, yenText } from "./panel";

onDay("2026-11-21");

beforeAll(installDialogs);

const noForm = () => {
  expect(screen.queryByLabelText("Your maximum")).not.toBeInTheDocument();
};

describe("the panel says why no bid can be placed", () => {
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

  it("tells a restricted account to make a deposit", () => {
    openPanel({
      lot: lotDetail({ bidInfo: { acceptBid: false } }),
      profile: {
        ...profileReply(),
        permission: permissions(true, { biddingAllowed: false }),
      },
    });
    expect(
      screen.getByText(/Make a deposit first, usually ¥150.000/),
    ).toBeVisible();
    noForm();
  });

  it("offers no bid on lots of the statistics", () => {
    openPanel({ pageType: "stats" });
    noForm();
  });

  it("shows a manager who may not bid for clients the facts without a form", () => {
    const manager = {
      userType: userTypes.manager,
      userLevel: userLevels.system,
    };
    openPanel({
      profile: {
        ...profileReply(manager),
        permission: permissions(true, { managerBidForClient: false }),
      },
    });
    expect(screen.getByText(yenText(1_180_000))).toBeVisible();
    noForm();
  });

  it("shows my bid with its amount, date and status", () => {
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

it("closes the phone dialog when bidding ends, and does not reopen it", async () => {
  const { user, showLot } = openPanel();
  const placeButtons = screen.getAllByRole("button", { name: "Place bid" });
  await user.click(placeButtons.at(-1) as HTMLElement);
  expect(screen.getByRole("dialog", { name: "Toyota Prius" })).toBeVisible();
  showLot(lotDetail({ bidInfo: { myBid: "8", bidStatusId: 1 } }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  showLot(lotDetail());
  expect(screen.getByLabelText("Your maximum")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

describe("the facts of a lot", () => {
  it("show the sold price instead of the average once sold", () => {
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

  it("hide group and export type where the lot does not offer them", () => {
    openPanel({
      lot: lotDetail({
        bidInfo: { bidGroupShow: false, exportTypeShow: false },
      }),
    });
    expect(screen.queryByLabelText("Group")).not.toBeInTheDocument();
    expect(screen.queryByLabelText("Export type")).not.toBeInTheDocument();
  });
});

describe("the panel of a lot whose auction has a day but no time", () => {
  it("says so, and names the day of the deadline", () => {
    const midnight = "2099-11-25T00:00:00+09:00";
    openPanel({
      lot: lotDetail({
        lotInfo: { auctionDate: midnight },
        bidInfo: { biddingDeadline: midnight },
      }),
    });
    expect(screen.getByText("Auction time not announced yet")).toBeVisible();
    expect(screen.getByText("Bids close Wed 25 Nov 2099, 00:00")).toBeVisible();
  });
});

it("the panel of a car at a fixed price offers managers no form", () => {
  openPanel({
    pageType: "stock",
    profile: profileReply({
      userType: userTypes.manager,
      userLevel: userLevels.system,
    }),
  });
  expect(
    screen.getByRole("heading", { name: "Only clients order cars here" }),
  ).toBeVisible();
  noForm();
});

it.each([
  ["This car is sold", 4533],
  ["This car is reserved", 4534],
  ["This car is not for sale", 4537],
] as const)("the panel of a car at a fixed price says: %s", (title, status) => {
  openPanel({
    pageType: "stock",
    lot: lotDetail({
      lotInfo: { status },
      bidInfo: { auctionFinished: true, acceptBid: false },
    }),
  });
  expect(screen.getByRole("heading", { name: title })).toBeVisible();
  noForm();
});

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
