import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { userTypes } from "../../../../domain/access";
import OpenChat from "../../../../src/bidding/chat/OpenChat";
import { profileReply } from "../../identity/profiles";
import { fakeServer } from "../../providers/fakeServer";
import { renderInApp } from "../inApp";

const manager = profileReply({
  userType: userTypes.manager,
});
const entry = { date: "2026-11-20T10:44:00+09:00", userName: "Emi" };

/** Opens the history of a bid or an order that was placed and then decided. */
async function openHistory({ isOrder }: { isOrder: boolean }) {
  fakeServer(({ path }) => {
    if (path !== "/api/bid/logs")
      return {
        body: {
          ...{ success: true, chat: [], isRead: true, lastRead: null },
          hasEarlier: false,
        },
      };
    return {
      body: {
        success: true,
        logs: [
          {
            ...{ ...entry, event: "status", status: 6, userType: 991 },
            ...{ before: { bidStatus: 1 }, after: { bidStatus: 6 } },
          },
          {
            ...{ ...entry, event: "placed", status: 1, userType: 1064 },
            ...{ before: null, after: { bidStatus: 1, bidAmount: 500_000 } },
          },
        ],
      },
    };
  });
  const props = { bidId: "7", title: "Toyota", onClose: () => undefined };
  renderInApp(<OpenChat {...props} isOrder={isOrder} />, { profile: manager });
  const tab = isOrder ? "Order history" : "Bidding history";
  await userEvent.click(await screen.findByRole("tab", { name: tab }));
  return within(await screen.findByRole("tabpanel", { name: tab }))
    .findAllByRole("listitem")
    .then((items) => items.map(({ textContent }) => textContent));
}

it("names the statuses of a bid in its history", async () => {
  const [decided, placed] = await openHistory({ isOrder: false });
  expect(decided).toMatch(/^Status set Emi.* · Win/);
  expect(decided).toContain("New → Win");
  expect(placed).toMatch(/^Placed Emi \(client\).* · New/);
});

it("names the statuses of an order at a fixed price in its history", async () => {
  const [decided, placed] = await openHistory({ isOrder: true });
  expect(decided).toMatch(/^Status set Emi.* · Confirmed/);
  expect(decided).toContain("Placed → Confirmed");
  expect(placed).toMatch(/^Ordered Emi \(client\).* · Placed/);
});
