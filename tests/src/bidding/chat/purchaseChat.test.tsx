import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import PurchaseChat, {
  FollowChats,
} from "../../../../src/bidding/chat/PurchaseChat";
import { liveEvents } from "../../../../src/providers/events";
import { fakeServer } from "../../providers/fakeServer";
import purchasedCars from "../../../../resources/purchased-cars.json";
import type { Resource } from "../../../../domain/resource";
import { screenIs } from "../../workspace/renderList";
import { renderInApp } from "../inApp";

const message = {
  ...{ id: "1", text: "It sails on Friday.", isOwn: false },
  ...{ time: "2026-11-20T10:44:00+09:00", isErrorOnSend: false },
};
const reply = {
  ...{ success: true, chat: [message], isRead: false, lastRead: null },
  hasEarlier: false,
};
const resource = purchasedCars as unknown as Resource;
const written = (bidIds: string[]) =>
  act(async () => {
    liveEvents.emit({ name: "bids", data: { bidIds, lotIds: [] } });
    await Promise.resolve();
  });

it("shows on the page of a purchase the messages about its bid, closed at first", async () => {
  screenIs("desk");
  const calls = fakeServer(() => ({ body: reply }));
  const row = { bidId: "881", model: "AQUA", lotNo: "70155" };
  renderInApp(<PurchaseChat resource={resource} id="5" row={row} />);
  expect(
    screen.getByRole("heading", { name: "Messages about the car" }),
  ).toBeVisible();
  const button = await screen.findByRole("button", {
    name: "Open the new messages",
  });
  await userEvent.click(button);
  expect(await screen.findByText("It sails on Friday.")).toBeVisible();
  expect(calls).toContain("GET /api/bid/chat?bidId=881");
});

it("is missing for people who do not see the bid of the purchase", () => {
  renderInApp(<PurchaseChat resource={resource} id="5" row={{}} />);
  expect(screen.queryByRole("heading")).toBeNull();
});

it("marks a purchase in loaded lists when somebody writes about its bid", async () => {
  const calls = fakeServer(() => ({ body: reply }));
  const client = new QueryClient();
  const key = ["purchased-cars", "getList", {}];
  const board = ["purchased-cars", "board", {}];
  const car = { bidId: "881", purchaseDate: "2026-11-19", unread: false };
  const records = [{ id: "5", row: car }];
  client.setQueryData(key, { data: records, total: 1 });
  client.setQueryData(board, {
    columns: [{ value: "won", records, count: 1, error: null }],
  });
  renderInApp(
    <QueryClientProvider client={client}>
      <FollowChats />
    </QueryClientProvider>,
  );
  await written(["7", "881"]);
  await waitFor(() => {
    expect(client.getQueryData(key)).toMatchObject({
      data: [{ row: { unread: true } }],
    });
  });
  expect(client.getQueryData(board)).toMatchObject({
    columns: [{ value: "won", count: 1, records: [{ row: { unread: true } }] }],
  });
  expect(calls).toEqual(["GET /api/bid/chat?bidId=881"]);
});

it("marks a purchase that only a loaded board has", async () => {
  fakeServer(() => ({ body: reply }));
  const client = new QueryClient();
  const board = ["purchased-cars", "board", {}];
  const row = { bidId: "881", purchaseDate: "2026-11-19", unread: false };
  client.setQueryData(board, { columns: [{ records: [{ id: "5", row }] }] });
  renderInApp(
    <QueryClientProvider client={client}>
      <FollowChats />
    </QueryClientProvider>,
  );
  await written(["881"]);
  await waitFor(() => {
    expect(client.getQueryData(board)).toMatchObject({
      columns: [{ records: [{ row: { unread: true } }] }],
    });
  });
});
