import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { userLevels, userTypes } from "../../../domain/access";
import type { ClientStanding } from "../../../src/bidding/facts/bidTarget";
import { lotDetail } from "../catalog/lotDetail";
import { profileReply } from "../identity/profiles";
import { refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { addTokens } from "../workspace/renderList";
import {
  amountField,
  dialog,
  openPanel,
  pressPlace,
  submit,
  yenText,
} from "./panel";

beforeAll(installDialogs);
beforeAll(addTokens);
beforeAll(() => import("../../../src/ui/SearchSelect"));

it("shows the start price of a lot once on a phone: beside the bid button", async () => {
  openPanel({
    lot: lotDetail({
      bidInfo: { biddingDeadline: "2099-11-20T11:02:00+09:00" },
    }),
    size: "phone",
  });
  expect(await screen.findAllByText("Start price")).toHaveLength(1);
});

describe("a manager's bid for a client", () => {
  const open = (
    clients: { options: object[]; hasMore: boolean },
    standing?: ClientStanding,
  ) =>
    openPanel({
      clients,
      standing,
      lot: lotDetail({
        bidInfo: {
          exportTypeOptional: true,
          biddingDeadline: "2099-11-20T11:02:00+09:00",
        },
      }),
      // The manager's own empty account does not limit a client.
      profile: {
        ...profileReply({
          userType: userTypes.manager,
          userLevel: userLevels.system,
        }),
        balanceInfo: {
          ...profileReply().balanceInfo,
          balance: 0,
          creditLimit: 0,
        },
      },
    });
  it("says that the search has failed, and searches again on request", async () => {
    let isDown = true;
    const anna = { value: "12", label: "Anna Larsen (12)" };
    const { user } = openPanel({
      clients: { options: [anna], hasMore: false },
      search: () => (isDown ? refusal(503, "unavailable") : undefined),
      profile: profileReply({ userType: userTypes.manager }),
    });
    await user.type(await clientField(), "anna");
    const retry = await screen.findByRole("button", { name: "Try again" });
    isDown = false;
    await user.click(retry);
    await user.click(await clientField());
    expect(
      await screen.findByRole("option", { name: "Anna Larsen (12)" }),
    ).toBeVisible();
  });
  const clientField = () => screen.findByRole("combobox", { name: "Client" });

  it("takes no client who was found by an earlier text", async () => {
    const anna = { value: "12", label: "Anna Larsen (12)" };
    let isSlow = false;
    const { user } = openPanel({
      clients: { options: [anna], hasMore: false },
      search: () => (isSlow ? new Promise(() => {}) : undefined),
      profile: profileReply({ userType: userTypes.manager }),
    });
    await user.type(await clientField(), "anna");
    const found = { name: "Anna Larsen (12)" };
    await screen.findByRole("option", found);
    isSlow = true;
    await user.type(await clientField(), "b{Enter}");
    expect(screen.queryByRole("option", found)).not.toBeInTheDocument();
    expect(await clientField()).toHaveValue("annab");
  });

  it("needs a client, who is found by four characters", async () => {
    const anna = { value: "12", label: "Anna Larsen (12)" };
    const { user, sent, calls } = open({ options: [anna], hasMore: false });
    await user.type(amountField(), "1360000");
    await pressPlace(user);
    expect(await screen.findByText("Required field")).toBeVisible();
    await user.type(await clientField(), "ann");
    expect(calls).not.toContain("GET /api/user/search");
    await user.type(await clientField(), "a");
    await user.click(
      await screen.findByRole("option", { name: "Anna Larsen (12)" }),
    );
    await pressPlace(user);
    const found = await dialog("Confirm the client's bid");
    expect(found).toHaveTextContent("Anna Larsen (12)");
    await user.click(within(found).getByRole("checkbox"));
    await user.click(submit(found));
    await dialog("The client's bid is placed");
    expect(sent).toMatchObject([
      {
        path: "/api/bid/bid-from-manager",
        body: { userId: "12", amount: 1_360_000, confirm: 1 },
      },
    ]);
  });

  it("speaks of the client, and names the deadline of clients", () => {
    open({ options: [], hasMore: false });
    expect(screen.getByText("Clients: until 10:32")).toBeVisible();
    expect(screen.getByText("A note on this bid (optional)")).toBeVisible();
    expect(
      screen.getByText(/^The client can cancel this bid until 09:02/),
    ).toBeVisible();
    expect(document.body).not.toHaveTextContent(/\byour\b(?! time)/i);
  });

  it("shows the client's limit and bid on the lot, and sends no bid above the limit", async () => {
    const anna = { value: "12", label: "Anna Larsen (12)" };
    const { user, sent } = open(
      { options: [anna], hasMore: false },
      { allowed: 1_000_000, activeBid: 900_000, rivals: 2 },
    );
    await user.type(await clientField(), "anna");
    await user.click(
      await screen.findByRole("option", { name: "Anna Larsen (12)" }),
    );
    expect(
      await screen.findByText(
        `The client can bid up to ${yenText(1_000_000)}.`,
      ),
    ).toBeVisible();
    expect(
      screen.getByText(/^The client already has a bid of ¥900 000 /),
    ).toBeVisible();
    expect(screen.getByText("2 other clients bid on this lot.")).toBeVisible();
    await user.type(amountField(), "1360000");
    await pressPlace(user);
    const found = await dialog("Confirm the client's bid");
    expect(found).toHaveTextContent(
      `The client's highest allowed bid is ${yenText(1_000_000)}.`,
    );
    expect(submit(found)).toBeDisabled();
    expect(sent).toEqual([]);
  });

  it("reads the limit of the client again for each confirmation", async () => {
    const anna = { value: "12", label: "Anna Larsen (12)" };
    const standing: ClientStanding = {
      allowed: 1_000_000,
      activeBid: null,
      rivals: 0,
    };
    const { user } = open({ options: [anna], hasMore: false }, standing);
    await user.type(await clientField(), "anna");
    await user.click(
      await screen.findByRole("option", { name: "Anna Larsen (12)" }),
    );
    await user.type(amountField(), "1360000");
    await pressPlace(user);
    const refused = await dialog("Confirm the client's bid");
    await user.click(submit(refused, "Back"));
    standing.allowed = 2_000_000;
    await pressPlace(user);
    await waitFor(async () => {
      expect(submit(await dialog("Confirm the client's bid"))).toBeEnabled();
    });
  });

  it("asks for the full name if a server lists more than ten clients", async () => {
    const clients = Array.from({ length: 11 }, (_, index) => ({
      value: String(index),
      label: `Anna ${String(index)}`,
    }));
    const { user } = open({ options: clients, hasMore: false });
    await user.type(await clientField(), "anna");
    expect(
      await screen.findByText(/More than 10 clients match/),
    ).toBeInTheDocument();
  });

  it("asks for the full name when more than ten clients match", async () => {
    const { user } = open({
      options: [{ value: "12", label: "Anna Larsen (12)" }],
      hasMore: true,
    });
    await user.type(await clientField(), "anna");
    expect(
      await screen.findByText(/More than 10 clients match/),
    ).toBeInTheDocument();
    expect(screen.queryByRole("option", { name: /Anna/ })).toBeNull();
  });
});
