import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { userLevels, userTypes } from "../../../domain/access";
import type { LotDetail } from "../../../generated/schemas";
import { lotDetail } from "../catalog/lotDetail";
import { profileReply } from "../identity/profiles";
import { refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { addTokens, screenIs } from "../workspace/renderList";
import { amountField, dialog, openPanel, pressPlace, submit } from "./panel";

beforeAll(installDialogs);
beforeAll(addTokens);
beforeAll(() => import("../../../src/ui/SearchSelect"));
beforeEach(() => {
  screenIs("desk");
});

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

  it("keeps the typed amount if someone else has changed the bid", async () => {
    const { user, sent } = openPanel({
      lot: lotWithBid(),
      answers: [refusal(409, "stale_row", { message: "Changed meanwhile" })],
    });
    await user.click(screen.getByRole("button", { name: "Change" }));
    const found = await saveAmount(user);
    expect(await within(found).findByRole("alert")).toHaveTextContent(
      "Changed meanwhile",
    );
    expect(
      within(found).queryByRole("button", { name: "Try again" }),
    ).not.toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(amountField()).toHaveDisplayValue(/1.300.000/);
    expect(sent).toHaveLength(1);
  });

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

  it("can neither be changed nor cancelled after the deadline", async () => {
    const { user, sent } = openPanel({
      lot: lotWithBid({ cancellationAllowed: false }),
    });
    expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Cancel bid" }));
    await dialog("Bid can't be canceled");
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
    await dialog("Bid can't be canceled");
  });
});

describe("a manager's bid for a client", () => {
  const open = (clients: { options: object[]; hasMore: boolean }) =>
    openPanel({
      clients,
      lot: lotDetail({ bidInfo: { exportTypeOptional: true } }),
      profile: profileReply({
        userType: userTypes.manager,
        userLevel: userLevels.system,
      }),
    });
  const clientField = () => screen.findByRole("combobox", { name: "Client" });

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
    const found = await dialog("Confirm your bid");
    await user.click(within(found).getByRole("checkbox"));
    await user.click(submit(found));
    await dialog("Your bid is placed");
    expect(sent).toMatchObject([
      {
        path: "/api/bid/bid-from-manager",
        body: { userId: "12", amount: 1_360_000, confirm: 1 },
      },
    ]);
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
