import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { sessionStore } from "../../../src/providers/session";
import { comparablesOf } from "../catalog/comparables";
import { lotDetail } from "../catalog/lotDetail";
import { permissions, profileReply } from "../identity/profiles";
import { refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import {
  amountField,
  confirm,
  dialog,
  fillIn,
  openPanel,
  placed,
  pressPlace,
  submit,
  yenText,
} from "./panel";

beforeAll(installDialogs);

describe("before the confirmation", () => {
  it("loads the balance again if the credit limit is checked", async () => {
    const { user, calls } = openPanel();
    await fillIn(user);
    await pressPlace(user);
    await dialog("Confirm your bid");
    expect(calls).toContain("GET /api/user/view-profile");
  });

  it("loads nothing if the credit limit is not checked", async () => {
    const profile = {
      ...profileReply(),
      permission: permissions(true, { creditLimitCheck: false }),
    };
    const { user, calls } = openPanel({ profile });
    await fillIn(user);
    await pressPlace(user);
    await dialog("Confirm your bid");
    expect(calls).not.toContain("GET /api/user/view-profile");
  });

  it("leaves a bid of a group to the server, which knows what the group holds", async () => {
    const balanceInfo = {
      ...profileReply().balanceInfo,
      balance: 100_000,
      creditLimit: 500_000,
      activeBids: 550_000,
    };
    const { user } = openPanel({ profile: { ...profileReply(), balanceInfo } });
    await fillIn(user);
    await user.selectOptions(screen.getByLabelText("Group"), "3");
    expect(screen.queryByText(/highest allowed bid/)).toBeNull();
    await pressPlace(user);
    await dialog("Confirm your bid");
  });

  it("shows the limits when the amount exceeds the allowed bid", async () => {
    const balanceInfo = {
      ...profileReply().balanceInfo,
      balance: 100_000,
      creditLimit: 500_000,
      activeBids: 50_000,
    };
    const { user } = openPanel({ profile: { ...profileReply(), balanceInfo } });
    await fillIn(user);
    expect(
      screen.getByText(`Your highest allowed bid is ${yenText(550_000)}.`),
    ).toBeVisible();
    await pressPlace(user);
    const found = await dialog("Credit limit exceeded");
    for (const amount of [550_000, 500_000, 100_000, 50_000])
      expect(within(found).getByText(yenText(amount))).toBeVisible();
  });

  it("respects the allowed bid that the server gives", async () => {
    const balanceInfo = { ...profileReply().balanceInfo, bidAllow: 1_000_000 };
    const { user } = openPanel({ profile: { ...profileReply(), balanceInfo } });
    await fillIn(user);
    await pressPlace(user);
    const found = await dialog("Credit limit exceeded");
    expect(within(found).getByText(yenText(1_000_000))).toBeVisible();
  });

  it("allows no bid without a positive balance, and says so everywhere", async () => {
    const balanceInfo = { ...profileReply().balanceInfo, balance: 0 };
    const { user } = openPanel({ profile: { ...profileReply(), balanceInfo } });
    await fillIn(user);
    const nothing = yenText(0);
    expect(screen.getByText(`Available for bids: ${nothing}`)).toBeVisible();
    expect(
      screen.getByText(`Your highest allowed bid is ${nothing}.`),
    ).toBeVisible();
    await pressPlace(user);
    const found = await dialog("Credit limit exceeded");
    const allowed = within(found).getByText("Available for bids").parentElement;
    expect(allowed).toHaveTextContent(nothing);
  });

  it("asks about three times the average price, in words", async () => {
    const { user } = openPanel();
    await fillIn(user, "4020000");
    await pressPlace(user);
    const found = await dialog("Is the amount right?");
    expect(found).toHaveTextContent("4 million 20 thousand yen");
    await user.click(submit(found, /^Yes/));
    await dialog("Confirm your bid");
  });

  it("says that the amount is above the limit before it asks whether it is right", async () => {
    const { user } = openPanel();
    await fillIn(user, "6000000");
    await pressPlace(user);
    await dialog("Credit limit exceeded");
  });

  it("requires the terms to be accepted", async () => {
    const { user, sent } = openPanel();
    await fillIn(user);
    await pressPlace(user);
    const found = await dialog("Confirm your bid");
    await user.click(submit(found));
    expect(found).toHaveTextContent("Confirmation is required");
    expect(sent).toHaveLength(0);
  });

  it("warns in the last hour before the auction", async () => {
    const soon = new Date(Date.now() + 50 * 60_000).toISOString();
    const lot = lotDetail({ lotInfo: { auctionDate: soon } });
    const { user } = openPanel({ lot });
    await fillIn(user);
    await pressPlace(user);
    expect(await dialog("Confirm your bid")).toHaveTextContent(
      "this bid may not reach the auction house",
    );
  });
});

describe("placing a bid", () => {
  it("sends the filled fields and leaves out empty ones and -1", async () => {
    const { user, sent } = openPanel();
    expect(screen.queryByLabelText(/^Client/)).not.toBeInTheDocument();
    await fillIn(user);
    await user.click(submit(await confirm(user)));
    await dialog("Your bid is placed");
    expect(sent[0]?.body).toEqual({
      carId: "41",
      amount: 1_360_000,
      bidType: 1,
      confirm: 1,
      lotType: "auction",
    });
  });

  it("orders a stock car at its price, which cannot be changed", async () => {
    const { user, sent } = openPanel({
      lot: lotDetail({ bidInfo: { startPrice: 1_234_000 } }),
      pageType: "stock",
    });
    const price = screen.getByLabelText("Fixed price");
    expect(price).toHaveDisplayValue(/1.234.000/);
    expect(price).toHaveAttribute("readonly");
    expect(
      screen.queryByRole("button", { name: /5.000/ }),
    ).not.toBeInTheDocument();
    expect(screen.queryByLabelText("Group")).not.toBeInTheDocument();
    expect(screen.queryByLabelText("Export type")).not.toBeInTheDocument();
    const found = await confirm(user, "Confirm your order");
    expect(found).not.toHaveTextContent(/bid|maximum|auction/i);
    await user.click(submit(found, "Order now"));
    expect(await dialog("Your order is placed")).toBeVisible();
    expect(sent).toMatchObject([{ body: { amount: 1_234_000 } }]);
  });

  it("sends group and comment, and shows the rule of the group", async () => {
    const { user, sent } = openPanel();
    await fillIn(user);
    const group = screen.getByLabelText("Group");
    expect(group).toHaveAccessibleDescription("");
    await user.selectOptions(group, "3");
    expect(group).toHaveAccessibleDescription(
      "At most 1 car of group A is bought: earlier auctions first, then in your order.",
    );
    await user.type(screen.getByLabelText("Comment"), " Please call ");
    await user.click(submit(await confirm(user)));
    await dialog("Your bid is placed");
    expect(sent[0]?.body).toMatchObject({
      bidGroup: 3,
      comment: "Please call",
    });
  });

  it("requires an export type unless it is optional", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1360000");
    await screen.findByRole("option", { name: "Ro-ro" });
    await pressPlace(user);
    expect(screen.getByLabelText("Export type")).toHaveAccessibleDescription(
      "Required field",
    );
  });

  it("works on plain HTTP, where crypto.randomUUID does not exist", async () => {
    const { crypto } = globalThis;
    vi.stubGlobal("crypto", {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) =>
        crypto.getRandomValues(bytes),
    });
    const { user, sent } = openPanel();
    await fillIn(user);
    await user.click(submit(await confirm(user)));
    await dialog("Your bid is placed");
    expect(sent[0]?.key).toMatch(/^[\w-]{36}$/);
  });

  it("sends one bid on a double click", async () => {
    const { user, sent } = openPanel();
    await fillIn(user);
    const button = submit(await confirm(user));
    await user.dblClick(button);
    await dialog("Your bid is placed");
    expect(sent).toHaveLength(1);
  });

  it("keeps text and idempotency key when the connection fails, and can retry", async () => {
    const { user, sent } = openPanel({
      answers: [new TypeError("Failed to fetch"), placed],
    });
    await fillIn(user);
    const found = await confirm(user);
    await user.click(submit(found));
    expect(await within(found).findByRole("alert")).toHaveTextContent(
      "cannot be reached",
    );
    await user.click(submit(found, "Try again"));
    await dialog("Your bid is placed");
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).toMatch(/^[\w-]{36}$/);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("uses a new idempotency key for another amount", async () => {
    const { user, sent } = openPanel({
      answers: [new TypeError("Failed to fetch"), placed],
    });
    await fillIn(user);
    const first = await confirm(user);
    await user.click(submit(first));
    await within(first).findByRole("alert");
    await user.click(submit(first, "Back"));
    await user.clear(amountField());
    await user.type(amountField(), "1365000");
    await user.click(submit(await confirm(user)));
    await dialog("Your bid is placed");
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("sends no idempotency key to a server without support for it", async () => {
    const { user, sent } = openPanel({ isOwnServer: false });
    await fillIn(user);
    await user.click(submit(await confirm(user)));
    await dialog("Your bid is placed");
    expect(sent[0]?.key).toBeNull();
  });

  it("keeps what was typed over a reload, until the viewer leaves the lot", async () => {
    const { user, unmount } = openPanel();
    await fillIn(user);
    unmount();
    const again = openPanel({ isReload: true });
    expect(amountField()).toHaveDisplayValue(/1.360.000/);
    await screen.findByRole("option", { name: "Ro-ro" });
    expect(screen.getByLabelText("Export type")).toHaveDisplayValue("Ro-ro");
    await again.user.click(screen.getByRole("link", { name: "Elsewhere" }));
    const question = await dialog("Leave without sending the bid?");
    await again.user.click(submit(question, "Keep editing"));
    expect(amountField()).toHaveDisplayValue(/1.360.000/);
    await again.user.click(screen.getByRole("link", { name: "Elsewhere" }));
    await again.user.click(
      submit(await dialog("Leave without sending the bid?"), "Leave"),
    );
    again.unmount();
    openPanel({ isReload: true });
    expect(amountField()).toHaveValue("");
  });

  it("loads only what contains the bid again", async () => {
    const { user, queryClient } = openPanel({
      comparables: comparablesOf([1200, 1300]),
    });
    const keys = [
      ["detail", "car-auction", "41"],
      ["car-auction", "getList", {}],
      ["menu-counters"],
      ["detail", "car-auction", "42"],
      ["lot-sheet", "41"],
      ["extra-images", "41"],
      ["comparables", "41"],
    ];
    for (const key of keys) queryClient.setQueryData(key, {});
    await fillIn(user);
    await user.click(submit(await confirm(user)));
    await dialog("Your bid is placed");
    const stale = keys.filter(
      (key) => queryClient.getQueryState(key)?.isInvalidated,
    );
    expect(stale).toEqual(keys.slice(0, 3));
  });

  it("keeps the form when the session expires", async () => {
    const { user } = openPanel({ answers: [refusal(401, "unauthorized")] });
    await fillIn(user);
    await user.click(submit(await confirm(user)));
    await waitFor(() => {
      expect(sessionStore.get()).toMatchObject({ isExpired: true });
    });
    expect(amountField()).toHaveDisplayValue(/1.360.000/);
  });

  it("shows a server error beside its field and keeps the text", async () => {
    const errors = { amount: ["The start price has changed"] };
    const { user } = openPanel({
      answers: [refusal(422, "lower_price", { errors })],
    });
    await fillIn(user);
    await user.click(submit(await confirm(user)));
    await waitFor(() => {
      expect(amountField()).toHaveAccessibleDescription(
        "The start price has changed",
      );
    });
    expect(amountField()).toHaveDisplayValue(/1.360.000/);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("says that bidding has closed and offers no retry", async () => {
    const { user } = openPanel({
      answers: [
        refusal(422, "bidding_closed", { message: "Bidding is closed" }),
      ],
    });
    await fillIn(user);
    const found = await confirm(user);
    await user.click(submit(found));
    expect(await within(found).findByRole("alert")).toHaveTextContent(
      "Bidding is closed",
    );
    expect(within(found).queryByRole("button", { name: "Try again" })).toBe(
      null,
    );
  });

  it("shows the existing bid on the lot", async () => {
    const { user } = openPanel({
      answers: [
        {
          status: 409,
          body: {
            success: false,
            messageCode: "bid_exists",
            message: "You already have a bid on this lot",
            current: { bidId: "8", bidAmount: 1_200_000 },
          },
        },
      ],
    });
    await fillIn(user);
    const found = await confirm(user);
    await user.click(submit(found));
    await within(found).findByRole("alert");
    expect(found).toHaveTextContent(yenText(1_200_000));
  });

  it("shows amount and balance, then an empty form", async () => {
    const { user } = openPanel();
    await fillIn(user);
    await user.selectOptions(screen.getByLabelText("Group"), "3");
    await user.type(screen.getByLabelText("Comment"), "Please call");
    await user.click(submit(await confirm(user)));
    const found = await dialog("Your bid is placed");
    expect(found).toHaveTextContent(yenText(1_360_000));
    expect(found).toHaveTextContent(yenText(2_400_000));
    await waitFor(() => {
      expect(found).toHaveTextContent(`Left for bids${yenText(5_400_000)}`);
    });
    await user.click(submit(found, "Done"));
    expect(amountField()).toHaveValue("");
    expect(screen.getByLabelText("Group")).toHaveDisplayValue("None");
    expect(screen.getByLabelText("Export type")).toHaveDisplayValue("Choose");
    expect(screen.getByLabelText("Comment")).toHaveValue("");
    await fillIn(user);
    await pressPlace(user);
    const again = await dialog("Confirm your bid");
    expect(within(again).getByRole("checkbox")).not.toBeChecked();
  });
});
