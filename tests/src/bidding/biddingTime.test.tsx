import { act, cleanup, screen, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CoreAdminContext } from "ra-core";
import { lotStatuses } from "../../../domain/lotStatus";
import type { RowSchema } from "../../../domain/resource";
import lot from "../../../schemas/lot.json";
import { BiddingTimeCell } from "../../../src/bidding/facts/BiddingTimeCell";
import { noteServerTime } from "../../../src/providers/serverClock";
import { FieldTextProvider } from "../../../src/workspace/fieldText";
import { profileReply } from "../identity/profiles";
import bid from "../../../schemas/bid.json";
import {
  BidAmountCell,
  BidStatusCell,
} from "../../../src/bidding/cells/BidCells";
import { bidStatuses } from "../../../domain/bidStatus";
import { renderInApp } from "./inApp";

const hour = 3_600_000;
const now = Date.parse("2026-11-20T08:00:00+09:00");

beforeEach(() => {
  vi.useFakeTimers({ now });
  noteServerTime(new Date(now).toUTCString());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  noteServerTime(new Date().toUTCString());
});

/** An upcoming lot of an auction at 10:40 in Japan, in 2 h 40 min. */
const upcoming = {
  id: "1",
  lotType: "auction",
  auctionDate: "2026-11-20T10:40:00+09:00",
  auctionName: "USS Tokyo",
  status: lotStatuses.upcoming as number,
};

function show(
  rows: readonly object[],
  { bidDeadlineCheck = true }: { bidDeadlineCheck?: boolean } = {},
) {
  const profile = profileReply();
  profile.permission.bidDeadlineCheck = bidDeadlineCheck;
  const schema = lot as RowSchema;
  renderInApp(
    <FieldTextProvider row={schema}>
      {rows.map((row, index) => (
        <BiddingTimeCell
          key={index}
          row={{ ...row }}
          schema={schema}
          fields={["auctionDate", "auctionName"]}
        />
      ))}
    </FieldTextProvider>,
    { profile },
  );
}

const wait = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
};

describe("the time to bid on a lot of a list", () => {
  it("counts down to half an hour before the auction, then says that bids are closed", () => {
    show([upcoming]);
    expect(screen.getByText("Closes in 2 h 9 min")).toBeVisible();
    wait(hour);
    expect(screen.getByText("Closes in 1 h 9 min")).toBeVisible();
    wait(hour + 9 * 60_000);
    expect(screen.getByText("Closes in 59 s")).toBeVisible();
    wait(2 * 60_000);
    expect(screen.getByText("Bids closed")).toBeVisible();
  });

  it("counts down to the auction for viewers without the earlier deadline", () => {
    show([upcoming], { bidDeadlineCheck: false });
    expect(screen.getByText("Closes in 2 h 39 min")).toBeVisible();
  });

  it("follows the server's clock, not the browser's", () => {
    noteServerTime(new Date(now + hour).toUTCString());
    show([upcoming]);
    expect(screen.getByText("Closes in 1 h 9 min")).toBeVisible();
  });

  it("uses one timer for all rows, and none without rows", () => {
    const before = vi.getTimerCount();
    show(
      Array.from({ length: 70 }, (_, index) => ({
        ...upcoming,
        id: `${index}`,
      })),
    );
    expect(screen.getAllByText("Closes in 2 h 9 min")).toHaveLength(70);
    expect(vi.getTimerCount()).toBe(before + 1);
    cleanup();
    expect(vi.getTimerCount()).toBe(before);
  });

  it("says that bids on a lot of a running auction are closed", () => {
    show([{ ...upcoming, status: lotStatuses.ongoing }]);
    expect(screen.getByText("Bids closed")).toBeVisible();
  });

  it.each([
    ["with a result", { status: lotStatuses.sold }],
    ["without a time", { auctionDate: null }],
    ["at a fixed price", { lotType: "stock" }],
    ["on which the reader has a bid", { myBid: "7", myBidAmount: 100_000 }],
  ])("says nothing about a lot %s", (_, more) => {
    show([{ ...upcoming, ...more }]);
    expect(screen.queryByText(/Closes|closed/)).not.toBeInTheDocument();
  });
});

it("names the zone of the time at which a bid was placed", () => {
  const schema = bid as RowSchema;
  renderInApp(
    <FieldTextProvider row={schema}>
      <BidAmountCell
        row={{ bidAmount: 220_000, bidDate: "2024-11-23T11:33:00+09:00" }}
        schema={schema}
        fields={["bidAmount", "bidDate"]}
      />
    </FieldTextProvider>,
  );
  expect(screen.getByText("23 Nov 2024, 11:33 JST")).toBeVisible();
});

it("shows the manager of a bid whose status is blank, without a status", () => {
  const schema = bid as RowSchema;
  const { container } = render(
    <CoreAdminContext>
      <FieldTextProvider row={schema}>
        <BidStatusCell
          row={{ bidStatus: bidStatuses.blank, manager: "Lena Brandt" }}
          schema={schema}
          fields={["bidStatus", "manager"]}
        />
      </FieldTextProvider>
    </CoreAdminContext>,
  );
  expect(screen.getByText("Lena Brandt")).toBeVisible();
  expect(container).toHaveTextContent(/^Lena Brandt$/);
});
