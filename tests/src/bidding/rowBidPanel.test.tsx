import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Resource } from "../../../domain/resource";
import RowBidPanel from "../../../src/bidding/RowBidPanel";
import favorites from "../../../resources/favorites.json";
import carAuction from "../../fixtures/resources/car-auction.json";
import { lotDetail } from "../catalog/lotDetail";
import { fakeServer, refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { screenIs } from "../workspace/renderList";
import { renderInApp } from "./inApp";

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
