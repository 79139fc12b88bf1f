import { screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { LotDetail } from "../../../generated/schemas";
import { userLevels, userTypes } from "../../../domain/access";
import { lotDetail } from "../catalog/lotDetail";
import { permissions, profileReply } from "../identity/profiles";
import { refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { confirm, dialog, openPanel, pressPlace, submit } from "./panel";

beforeAll(installDialogs);

type Info = Partial<LotDetail["bidInfo"]>;

const bids = /\b(bid|bids|bidding)\b/i;

const car = (bidInfo: Info = {}) =>
  lotDetail({
    lotInfo: { auctionDate: "2020-01-01T10:00:00+09:00" },
    bidInfo: {
      startPrice: 1_234_000,
      biddingDeadline: null,
      bidGroupShow: false,
      exportTypeShow: false,
      ...bidInfo,
    },
  });

const placed = {
  myBid: "8",
  myBidAmount: 1_234_000,
  myBidDate: "2026-11-19T21:30:00+09:00",
  bidStatusId: 1,
  myBidVersion: 4,
} satisfies Info;

const open = (
  bidInfo: Info = {},
  setting: Parameters<typeof openPanel>[0] = {},
) => openPanel({ lot: car(bidInfo), pageType: "stock", ...setting });

/** Returns all texts on the page, with the texts for screen readers. */
const allTexts = (): string =>
  [
    document.body.textContent,
    ...[...document.querySelectorAll("[aria-label]")].map((element) =>
      element.getAttribute("aria-label"),
    ),
  ].join(" | ");

const poor = {
  ...profileReply().balanceInfo,
  ...{ balance: 100_000, creditLimit: 0, bidsToday: 1 },
};

const refused = (bidInfo: Info, flags = {}, detail = {}) => ({
  bidInfo,
  profile: { ...profileReply(detail), permission: permissions(true, flags) },
});

describe("no text about a car at a fixed price speaks of bids", () => {
  it.each([
    ["the form", refused({})],
    ["an order", refused(placed)],
    [
      "an order that the client can no longer cancel",
      refused({ ...placed, cancellationAllowed: false }),
    ],
    ["a confirmed order", refused({ ...placed, bidStatusId: 6 })],
    ["a car that is not for sale", refused({ acceptBid: false })],
    ["a used daily limit", refused({ bidLimitReached: true })],
    ["a restricted account", refused({}, { biddingAllowed: false })],
    [
      "a manager",
      refused(
        {},
        {},
        { userType: userTypes.manager, userLevel: userLevels.system },
      ),
    ],
  ])("%s", (_name, { bidInfo, profile }) => {
    open(bidInfo, {
      profile: {
        ...profile,
        balanceInfo: { ...profile.balanceInfo, bidsToday: 1 },
      },
    });
    expect(allTexts()).toMatch(/order/i);
    expect(allTexts()).not.toMatch(bids);
  });

  it("the price above the limit, before and after the form is sent", async () => {
    const profile = { ...profileReply(), balanceInfo: poor };
    const { user } = open({}, { profile });
    expect(screen.getByText(/^You have ¥100.000 available\.$/)).toBeVisible();
    await pressPlace(user);
    await dialog("Credit limit exceeded");
    expect(allTexts()).toContain("This car costs more than you have available");
    expect(allTexts()).not.toMatch(bids);
  });

  it("the confirmation, a refusal and the order that the client has already", async () => {
    const { user } = open(
      {},
      {
        answers: [
          {
            status: 409,
            body: {
              ...{ success: false, messageCode: "bid_exists", requestId: "1" },
              message: "You have already ordered this car",
              current: { bidId: "8", bidAmount: 1_234_000 },
            },
          },
        ],
      },
    );
    const found = await confirm(user, "Confirm your order");
    await user.click(submit(found, "Order now"));
    expect(
      await within(found).findByText(/^The price of your order is/),
    ).toBeVisible();
    expect(allTexts()).not.toMatch(bids);
  });

  it("the question before leaving a form with typed values", async () => {
    const { user } = open();
    await user.type(screen.getByLabelText("Comment"), "Please call");
    await user.click(screen.getByRole("link", { name: "Elsewhere" }));
    await dialog("Leave without sending the order?");
    expect(allTexts()).not.toMatch(bids);
  });
});

describe("the question before an order is cancelled", () => {
  const ask = async (setting: Parameters<typeof openPanel>[0] = {}) => {
    const panel = open(placed, setting);
    const { user } = panel;
    await user.click(screen.getByRole("button", { name: "Cancel order" }));
    const question = await dialog("Cancel this order?");
    expect(allTexts()).not.toMatch(bids);
    return { ...panel, question };
  };

  it("says that the car can be ordered again", async () => {
    const { question } = await ask();
    expect(question).toHaveTextContent("You can order this car again");
    expect(submit(question, "Keep order")).toBeVisible();
  });

  it("says that it cannot be ordered again after the daily limit", async () => {
    const { question } = await ask({
      lot: car({ ...placed, bidLimitReached: true }),
    });
    expect(question).toHaveTextContent("You cannot order this car again now.");
  });

  it.each<[title: string, bidInfo: Info, text: string]>([
    [
      "The order can't be cancelled",
      { cancellationAllowed: false },
      "Contact the manager",
    ],
    ["The order has changed", { myBidAmount: 1_300_000 }, "It is now"],
    ["The order is closed", { bidStatusId: 6 }, "already been confirmed"],
  ])("becomes “%s”", async (title, bidInfo, text) => {
    const { showLot } = await ask();
    showLot(car({ ...placed, ...bidInfo }));
    expect(await dialog(title)).toHaveTextContent(text);
    expect(allTexts()).not.toMatch(bids);
  });

  it("says that it is too late if the server refuses", async () => {
    const { user, question } = await ask({
      answers: [refusal(422, "cant_cancel")],
    });
    await user.click(submit(question, "Cancel order"));
    await dialog("The order can't be cancelled");
    expect(allTexts()).not.toMatch(bids);
  });
});
