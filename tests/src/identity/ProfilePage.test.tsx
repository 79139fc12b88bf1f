import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import ProfilePage from "../../../src/identity/ProfilePage";
import { renderInApp } from "../bidding/inApp";
import { yenText } from "../bidding/panel";
import { profileReply } from "./profiles";

it("offers no money for bids without a positive balance, like the form of a bid", () => {
  const profile = profileReply();
  renderInApp(<ProfilePage />, {
    profile: {
      ...profile,
      balanceInfo: { ...profile.balanceInfo, balance: 0, bidAllow: 500_000 },
    },
  });
  const [label] = screen.getAllByText("Available for bids");
  const fact = label?.parentElement ?? document.body;
  expect(within(fact).getByText(yenText(0))).toBeVisible();
});
