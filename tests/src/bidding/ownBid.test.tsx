import {
  screen,
  waitFor,
  waitForElementToBeRemoved,
  within,
} from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { LotDetail } from "../../../generated/schemas";
import { lotDetail } from "../catalog/lotDetail";
import { profileReply } from "../identity/profiles";
import { refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { amountField, dialog, openPanel, submit, yenText } from "./panel";

beforeAll(installDialogs);

const lotWithBid = (bidInfo: Partial<LotDetail["bidInfo"]> = {}) =>
  lotDetail({
    bidInfo: {
      myBid: "8",
      myBidAmount: 1_250_000,
      myBidDate: "2026-11-19T21:30:00+09:00",
      bidStatusId: 2,
      myBidGroup: 3,
      myBidType: 1,
      myBidVersion: 4,
      ...bidInfo,
    },
  });

/** Types another amount, accepts the terms and sends the change. */
async function saveAmount(user: ReturnType<typeof openPanel>["user"]) {
  await screen.findByRole("option", { name: "Ro-ro" });
  await user.clear(amountField());
  await user.type(amountField(), "1300000");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  const found = await dialog("Confirm the change");
  await user.click(within(found).getByRole("checkbox"));
  await user.click(submit(found, "Save changes"));
  return found;
}

describe("an own bid on the page of its lot", () => {
  it("is changed from its present values", async () => {
    const changed = { bidId: "8", bidAmount: 1_300_000, bidStatus: 2 };
    const { user, sent } = openPanel({
      lot: lotWithBid(),
      answers: [{ body: { success: true, ...changed, version: 5 } }],
    });
    await user.click(screen.getByRole("button", { name: "Change" }));
    expect(amountField()).toHaveValue("1\u202f250\u202f000");
    await saveAmount(user);
    await dialog("Your bid is changed");
    expect(sent).toMatchObject([
      {
        path: "/api/bid/update-bid-price",
        body: {
          jasId: "8",
          amount: 1_300_000,
          bidGroup: 3,
          exportType: 1,
          version: 4,
        },
      },
    ]);
  });

  it("counts the amount that the bid holds as available, also when it is refused", async () => {
    const balanceInfo = {
      ...profileReply().balanceInfo,
      balance: 100_000,
      creditLimit: 500_000,
      activeBids: 50_000,
    };
    const { user } = openPanel({
      lot: lotWithBid({ myBidGroup: null }),
      profile: { ...profileReply(), balanceInfo },
      answers: [refusal(422, "insufficient_credit")],
    });
    await user.click(screen.getByRole("button", { name: "Change" }));
    const available = yenText(550_000 + 1_250_000);
    expect(screen.getByText(`Available for bids: ${available}`)).toBeVisible();
    await saveAmount(user);
    const found = await dialog("Credit limit exceeded");
    expect(within(found).getByText(available)).toBeVisible();
  });

  it("is not sent over a bid that somebody else has changed since it was opened", async () => {
    const { user, sent, showLot } = openPanel({ lot: lotWithBid() });
    await user.click(screen.getByRole("button", { name: "Change" }));
    await screen.findByRole("option", { name: "Ro-ro" });
    await user.clear(amountField());
    await user.type(amountField(), "1300000");
    showLot(lotWithBid({ myBidAmount: 1_000_000, myBidVersion: 5 }));
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("¥1 000 000 now, ¥1 300 000 in your form");
    await user.type(amountField(), "{Enter}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await user.click(submit(notice, "Keep what I typed"));
    await saveAmount(user);
    await dialog("Your bid is changed");
    expect(sent).toMatchObject([{ body: { amount: 1_300_000, version: 5 } }]);
  });

  it("is not confirmed if it is closed or changed while the dialog is open", async () => {
    const { balanceInfo } = profileReply();
    const profile = {
      ...profileReply(),
      balanceInfo: { ...balanceInfo, creditLimit: 20_000_000 },
    };
    for (const lot of [lotDetail(), lotWithBid({ myBidAmount: 1_000_000 })]) {
      const { user, sent, showLot, unmount } = openPanel({
        lot: lotWithBid(),
        profile,
      });
      await user.click(screen.getByRole("button", { name: "Change" }));
      await screen.findByRole("option", { name: "Ro-ro" });
      await user.type(amountField(), "0");
      await user.click(screen.getByRole("button", { name: "Save changes" }));
      const warning = await dialog("Is the amount right?");
      await user.click(submit(warning, /^Yes/));
      const found = await dialog("Confirm the change");
      showLot(lot);
      expect(found).not.toBeInTheDocument();
      expect(screen.getByRole("alert")).toHaveTextContent(/changed/);
      expect(sent).toEqual([]);
      unmount();
    }
  });

  it("takes over the values of somebody else on request", async () => {
    const { user, showLot } = openPanel({ lot: lotWithBid() });
    await user.click(screen.getByRole("button", { name: "Change" }));
    await user.type(amountField(), "0");
    showLot(lotWithBid({ myBidAmount: 1_000_000, myBidVersion: 5 }));
    await user.click(
      submit(await screen.findByRole("alert"), "Use the new values"),
    );
    expect(amountField()).toHaveDisplayValue(/^1.000.000$/);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("shows both amounts if the server has a newer bid than the page", async () => {
    const { user, sent } = openPanel({
      lot: lotWithBid(),
      answers: [
        refusal(409, "stale_row", {
          current: {
            bidAmount: 1_000_000,
            bidGroup: 3,
            exportType: 1,
            version: 5,
          },
        }),
      ],
    });
    await user.click(screen.getByRole("button", { name: "Change" }));
    await saveAmount(user);
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "¥1 000 000 now, ¥1 300 000 in your form",
    );
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(amountField()).toHaveDisplayValue(/1.300.000/);
    expect(sent).toHaveLength(1);
  });

  it("is changed at once if only a value outside of the form was newer", async () => {
    const present = { bidAmount: 1_250_000, bidGroup: 3, exportType: 1 };
    const changed = { bidId: "8", bidAmount: 1_300_000, bidStatus: 2 };
    const { user, sent } = openPanel({
      lot: lotWithBid(),
      answers: [
        refusal(409, "stale_row", { current: { ...present, version: 5 } }),
        { body: { success: true, ...changed, version: 6 } },
      ],
    });
    await user.click(screen.getByRole("button", { name: "Change" }));
    await saveAmount(user);
    await dialog("Your bid is changed");
    expect(sent.map(({ body }) => body)).toMatchObject([
      { version: 4 },
      { version: 5 },
    ]);
  });

  it("loses its optional export type when none is selected", async () => {
    const { user, sent } = openPanel({
      lot: lotWithBid({ exportTypeOptional: true }),
      answers: [
        {
          body: {
            success: true,
            bidId: "8",
            bidAmount: 1_250_000,
            bidStatus: 2,
            version: 5,
          },
        },
      ],
    });
    await user.click(screen.getByRole("button", { name: "Change" }));
    await screen.findByRole("option", { name: "Ro-ro" });
    await user.selectOptions(screen.getByLabelText("Export type"), "");
    expect(screen.getByLabelText("Export type")).toHaveDisplayValue(
      "Not selected",
    );
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    const found = await dialog("Confirm the change");
    await user.click(within(found).getByRole("checkbox"));
    await user.click(submit(found, "Save changes"));
    await dialog("Your bid is changed");
    expect(sent).toMatchObject([{ body: { exportType: null } }]);
  });

  it("shows the server's error beside the export type of a change", async () => {
    const { user } = openPanel({
      lot: lotWithBid(),
      answers: [
        refusal(422, "invalid", { errors: { exportType: ["Not offered"] } }),
      ],
    });
    await user.click(screen.getByRole("button", { name: "Change" }));
    await saveAmount(user);
    expect(await screen.findByText("Not offered")).toBeVisible();
  });

  it("keeps its buttons on a phone when the form is closed unchanged", async () => {
    const { user } = openPanel({ lot: lotWithBid(), size: "phone" });
    const change = () =>
      screen.getAllByRole("button", { name: "Change" })[0] as HTMLElement;
    await user.click(change());
    await user.click(submit(await dialog("Toyota Prius"), "Close"));
    await user.click(screen.getByRole("button", { name: "Cancel bid" }));
    await user.click(submit(await dialog("Cancel this bid?"), "Keep bid"));
    await user.click(change());
    const form = await dialog("Toyota Prius");
    await user.type(within(form).getByLabelText("Your maximum"), "0");
    await user.click(submit(form, "Close"));
    await user.click(
      submit(await dialog("Leave without sending the bid?"), "Leave"),
    );
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Cancel bid" })).toBeVisible();
  });

  it("shows the adjustment of the price", () => {
    openPanel({ lot: lotWithBid({ bidAdjustmentPrice: 15_000 }) });
    expect(screen.getByText(`Adjustment: ${yenText(15_000)}`)).toBeVisible();
  });

  it("counts down to the end of changes, which it names as a time", () => {
    openPanel({ lot: lotWithBid() });
    expect(screen.getByText("Change or cancel until 09:02")).toBeVisible();
    expect(screen.queryByText(/Bids close/)).toBeNull();
    expect(
      screen.getByText(/change or cancel it until 09:02 Japan time/),
    ).toBeVisible();
  });

  it.each([
    [false, "You can place a new bid on this lot until 10:32 Japan time"],
    [true, "You cannot place a new bid on this lot."],
  ])(
    "says before it is cancelled whether another bid is possible: %s",
    async (bidLimitReached, text) => {
      const { user } = openPanel({ lot: lotWithBid({ bidLimitReached }) });
      await user.click(screen.getByRole("button", { name: "Cancel bid" }));
      expect(await dialog("Cancel this bid?")).toHaveTextContent(text);
    },
  );

  it("is cancelled after a question", async () => {
    const { user, sent } = openPanel({ lot: lotWithBid() });
    await user.click(screen.getByRole("button", { name: "Cancel bid" }));
    const question = await dialog("Cancel this bid?");
    await user.click(submit(question, "Cancel bid"));
    await waitFor(() => {
      expect(question).not.toBeInTheDocument();
    });
    expect(sent).toMatchObject([
      {
        path: "/api/bid/update-bid-status",
        body: { bidId: "8", status: 4, version: 4 },
      },
    ]);
  });

  it("is not cancelled if somebody else changes it while the question is open", async () => {
    const { user, sent, showLot } = openPanel({ lot: lotWithBid() });
    await user.click(screen.getByRole("button", { name: "Cancel bid" }));
    await dialog("Cancel this bid?");
    showLot(lotWithBid({ myBidAmount: 1_000_000, myBidVersion: 5 }));
    const found = await dialog("The bid has changed");
    expect(found).toHaveTextContent(yenText(1_000_000));
    expect(
      within(found).queryByRole("button", { name: "Cancel bid" }),
    ).toBeNull();
    expect(sent).toEqual([]);
  });

  it("is not asked about again when it is closed and another bid is placed", async () => {
    const { user, showLot } = openPanel({ lot: lotWithBid() });
    await user.click(screen.getByRole("button", { name: "Cancel bid" }));
    await dialog("Cancel this bid?");
    showLot(lotDetail());
    const closed = await dialog("The bid is closed");
    await user.click(within(closed).getByText("Close"));
    showLot(lotWithBid({ myBid: "9", myBidVersion: 1 }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("can neither be changed nor cancelled after the deadline", async () => {
    const { user, sent } = openPanel({
      lot: lotWithBid({ cancellationAllowed: false }),
    });
    expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Cancel bid" }));
    await dialog("Bid can't be cancelled");
    expect(sent).toEqual([]);
  });

  it("can no longer be changed or cancelled once the deadline passes on the open page", async () => {
    const hours = 2 * 3_600_000;
    const soon = new Date(Date.now() + hours + 1_000).toISOString();
    const { user, sent } = openPanel({
      lot: {
        ...lotWithBid(),
        lotInfo: lotDetail({ lotInfo: { auctionDate: soon } }).lotInfo,
      },
    });
    const change = screen.getByRole("button", { name: "Change" });
    await waitForElementToBeRemoved(change, { timeout: 5_000 });
    await user.click(screen.getByRole("button", { name: "Cancel bid" }));
    await dialog("Bid can't be cancelled");
    expect(sent).toEqual([]);
  });

  it("shows the same when the deadline passes before the answer", async () => {
    const { user } = openPanel({
      lot: lotWithBid(),
      answers: [refusal(422, "cant_cancel")],
    });
    await user.click(screen.getByRole("button", { name: "Cancel bid" }));
    const question = await dialog("Cancel this bid?");
    await user.click(submit(question, "Cancel bid"));
    await dialog("Bid can't be cancelled");
  });
});
