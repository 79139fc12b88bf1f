import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it, vi, beforeEach } from "vitest";
import type { BidGroupOrderPresent } from "../../../generated/schemas";
import GroupOrderDialog from "../../../src/bidding/group/GroupOrderDialog";
import { fakeServer, refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import carAuction from "../../fixtures/resources/car-auction.json";
import type { Resource } from "../../../domain/resource";
import RowBidPanel from "../../../src/bidding/RowBidPanel";
import favorites from "../../../resources/favorites.json";
import { lotDetail } from "../catalog/lotDetail";
import { screenIs } from "../workspace/renderList";
import { renderInApp } from "./inApp";

beforeAll(installDialogs);

const bid = (bidId: string, model: string, hour = 15) => ({
  bidId,
  title: model,
  place: `JU Tokyo ${bidId}`,
  auctionDate: `2026-11-20T${hour}:00:00+09:00`,
  bidAmount: 200_000,
});

/** Opens the dialog over a server that refuses the first `conflicts` orders. */
async function open({ conflicts = 0 } = {}) {
  let bids = [bid("1", "AQUA"), bid("2", "FIT"), bid("3", "NOTE", 16)];
  let left = conflicts;
  const sent: unknown[] = [];
  fakeServer(({ method, body }) => {
    if (method === "PUT") {
      sent.push(body);
      left -= 1;
      if (left < 0) return {};
      bids = [...bids.filter(({ bidId }) => bidId !== "3"), bid("4", "CUBE")];
      return refusal(409, "stale_row");
    }
    const group = { value: 3, label: "C", cars: 2, bought: 0, left: 2 };
    const reply: BidGroupOrderPresent = { success: true, group, bids };
    return { body: reply };
  });
  const onClose = vi.fn<() => void>();
  const { queryClient } = renderInApp(
    <GroupOrderDialog
      resource={carAuction as Resource}
      rows={[{ id: "1", row: { bidGroup: 3 } }]}
      onClose={onClose}
    />,
  );
  const user = userEvent.setup();
  await screen.findByRole("dialog", { name: "Order of group C" });
  const reverse = () => {
    bids = bids.toReversed();
  };
  return { user, sent, onClose, queryClient, reverse };
}

const order = () =>
  within(screen.getByRole("list", { name: "Order of group C" }))
    .getAllByRole("listitem")
    .map((item) => /AQUA|FIT|NOTE|CUBE/.exec(item.textContent)?.[0]);
const button = (name: RegExp) => screen.getByRole("button", { name });
const save = () => button(/^Save the order/);

it("moves a bid by button and by keyboard among auctions at the same time", async () => {
  const { user, sent, onClose } = await open();
  expect(
    screen.getByText(/At most 2 cars of group C are bought/),
  ).toBeVisible();
  expect(button(/^Move up: AQUA/)).toHaveAttribute("aria-disabled", "true");
  await user.click(button(/^Move down: AQUA/));
  expect(order()).toEqual(["FIT", "AQUA", "NOTE"]);
  expect(screen.getByRole("status")).toHaveTextContent(
    "AQUA, JU Tokyo 1: place 2 of 3",
  );
  expect(button(/^Move down: AQUA/)).toHaveFocus();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(order()).toEqual(["FIT", "AQUA", "NOTE"]);
  await user.keyboard("{Alt>}{ArrowUp}{ArrowDown}{/Alt}");
  expect(order()).toEqual(["FIT", "AQUA", "NOTE"]);
  await user.click(save());
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce();
  });
  expect(sent).toEqual([
    { bidGroup: 3, bidIds: ["2", "1", "3"], before: ["1", "2", "3"] },
  ]);
});

it("asks before a new order is lost, and not without one", async () => {
  const { user, onClose } = await open();
  await user.click(button(/^Move down: AQUA/));
  await user.click(button(/^Cancel/));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(order()).toEqual(["FIT", "AQUA", "NOTE"]);
  await user.click(button(/^Move up: AQUA/));
  await user.click(button(/^Cancel/));
  expect(onClose).toHaveBeenCalledOnce();
});

it("is a conflict if others have changed the order since the person moved a bid", async () => {
  const { user, sent, queryClient, reverse } = await open();
  await user.click(button(/^Move down: AQUA/));
  reverse();
  await act(() => queryClient.refetchQueries());
  await user.click(save());
  expect(sent).toMatchObject([{ before: ["1", "2", "3"] }]);
});

it("keeps the person's order after a conflict, beside the bids as they are now", async () => {
  const { user, sent, onClose } = await open({ conflicts: 1 });
  await user.click(button(/^Move down: AQUA/));
  await user.click(save());
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The bids of this group have changed",
  );
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => {
    expect(order()).toEqual(["FIT", "AQUA", "CUBE"]);
  });
  await user.click(save());
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce();
  });
  expect(sent.at(-1)).toEqual({
    bidGroup: 3,
    bidIds: ["2", "1", "4"],
    before: ["1", "2", "4"],
  });
});

beforeAll(installDialogs);
beforeEach(() => {
  screenIs("phone");
});

it.each([
  ["its list", carAuction, { id: "41", row: {} }],
  [
    "favourites",
    favorites,
    { id: "9", row: { lotType: "auction", lotId: "41" } },
  ],
])("a bid on a lot begins in a row of %s", async (_, resource, record) => {
  const calls = fakeServer(({ path }) =>
    path === "/api/auction/detail"
      ? { body: { success: true, detail: lotDetail() } }
      : refusal(404, "not_found"),
  );
  const onClose = vi.fn();
  renderInApp(
    <RowBidPanel
      resource={resource as Resource}
      record={record}
      title="Toyota Prius"
      onClose={onClose}
    />,
  );
  const dialog = await screen.findByRole("dialog", { name: "Toyota Prius" });
  const amount = await within(dialog).findByLabelText("Your maximum");
  expect(amount).toBeVisible();
  expect(
    within(dialog).getAllByRole("button", { name: "Place bid" }),
  ).toHaveLength(1);
  expect(calls).toContain("GET /api/auction/detail?id=41");
  await userEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("a bid on a lot that is gone says so", async () => {
  fakeServer(() => refusal(404, "not_found"));
  renderInApp(
    <RowBidPanel
      resource={carAuction as Resource}
      record={{ id: "41", row: {} }}
      title="Toyota Prius"
      onClose={() => undefined}
    />,
  );
  expect(await screen.findByText(/may have withdrawn it/)).toBeVisible();
});
