import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { Resource } from "../../../../domain/resource";
import type { BidWorkReply } from "../../../../generated/schemas";
import TodayWork from "../../../../src/bidding/manager/TodayWork";
import { fakeServer } from "../../providers/fakeServer";
import carAuction from "../../../fixtures/resources/car-auction.json";
import { renderInApp } from "../inApp";

const now = Date.parse("2026-11-20T12:00:00+09:00");
const resource = { ...carAuction, route: "/bid-manager" } as Resource;

type Group = BidWorkReply["groups"][number];

const group = (hour: number, changes: Partial<Group> = {}): Group => ({
  auctionId: hour,
  auctionName: `House ${hour}`,
  startsAt: `2026-11-20T${hour}:00:00+09:00`,
  lastCall: `2026-11-20T${String(hour - 1).padStart(2, "0")}:00:00+09:00`,
  bidsClose: `2026-11-20T${String(hour - 1).padStart(2, "0")}:30:00+09:00`,
  newBids: 1,
  bids: 2,
  ...changes,
});

const houseOf = (id: number) =>
  `/bid-manager?date=2026-11-20,2026-11-20&auctions=${id}`;

/** Shows the work of the day at noon in Japan. */
function renderWork(
  work: Pick<BidWorkReply, "groups" | "undecided"> & { orders?: number },
) {
  vi.spyOn(Date, "now").mockReturnValue(now);
  fakeServer(() => ({ body: { success: true, day: "2026-11-20", ...work } }));
  renderInApp(<TodayWork resource={resource} />);
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("lists bids to decide, late new bids, the next last calls and closed groups, in this order", async () => {
  renderWork({
    groups: [
      group(10, { newBids: 0 }),
      group(11),
      group(12, {
        startsAt: "2026-11-20T12:20:00+09:00",
        lastCall: "2026-11-20T11:20:00+09:00",
        bidsClose: "2026-11-20T12:05:00+09:00",
      }),
      group(14, { auctionId: null, auctionName: null, newBids: 0 }),
    ],
    undecided: 2,
    orders: 3,
  });
  const links = await screen.findAllByRole("link");
  expect(
    screen
      .getAllByRole("listitem")
      .map((item) => item.textContent.replace(/\u00a0/g, " ")),
  ).toEqual([
    "2 bids to decideno result, or the result contradicts the bid",
    "3 orders to confirmat a fixed price",
    expect.stringMatching(
      /^11:00 House 111 new2 forwardedbids closed at 10:30$/,
    ),
    expect.stringMatching(
      /^12:20 House 121 new2 forwardedlast call was 11:20, bids until 12:05$/,
    ),
    expect.stringMatching(
      /^14:00 No auction2 forwardedlast call to the house 13:00, /,
    ),
    expect.stringMatching(/^10:00 House 102 forwardedbids closed at 09:30$/),
  ]);
  // A group without a house is no link: no filter finds its bids.
  expect(
    links.map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    [expect.stringContaining("to decide"), "/bid-manager?needsDecision=1"],
    [
      expect.stringContaining("to confirm"),
      "/bid-manager?lotType=stock&bidStatus=1",
    ],
    ["1 new", `${houseOf(11)}&bidStatus=1`],
    ["2 forwarded", `${houseOf(11)}&bidStatus=2`],
    ["1 new", `${houseOf(12)}&bidStatus=1`],
    ["2 forwarded", `${houseOf(12)}&bidStatus=2`],
    ["2 forwarded", `${houseOf(10)}&bidStatus=2`],
  ]);
});

it("shows why the work is missing, and asks for it again", async () => {
  vi.spyOn(Date, "now").mockReturnValue(now);
  let isDown = true;
  fakeServer(() =>
    isDown
      ? { status: 422, body: { success: false, code: "validation" } }
      : {
          body: { success: true, day: "2026-11-20", groups: [], undecided: 3 },
        },
  );
  renderInApp(<TodayWork resource={resource} />);
  const retry = await screen.findByRole("button", { name: /^Try again/ });
  isDown = false;
  await userEvent.click(retry);
  await screen.findByText("3 bids to decide");
});

it("says when there are no bids on today's auctions", async () => {
  renderWork({ groups: [], undecided: 0 });
  await screen.findByText("No active bids on today's auctions");
  expect(screen.queryAllByRole("link")).toEqual([]);
});

it("counts the last seconds before a last call", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  renderWork({
    groups: [group(13, { lastCall: "2026-11-20T12:00:30+09:00" })],
    undecided: 0,
  });
  await screen.findByText(/, in 30 s$/);
  vi.spyOn(Date, "now").mockReturnValue(now + 1000);
  act(() => {
    vi.advanceTimersByTime(1000);
  });
  expect(screen.getByText(/, in 29 s$/)).toBeVisible();
});
