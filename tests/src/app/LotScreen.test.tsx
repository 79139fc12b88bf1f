import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { beforeAll, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import carAuction from "../../fixtures/resources/car-auction.json";
import "../../../src/app/areas";
import LotPage from "../../../src/catalog/LotPage";
import { sessionStore } from "../../../src/providers/session";
import { renderInApp, signInAs } from "../bidding/inApp";
import { amountField, confirm, dialog, placed, submit } from "../bidding/panel";
import { lotDetail } from "../catalog/lotDetail";
import { permissions, profileReply } from "../identity/profiles";
import { fakeServer, refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";

beforeAll(async () => {
  installDialogs();
  await import("../../../src/bidding/BidPanel");
});

it("shows my bid on the lot as soon as it is placed", async () => {
  const quick = { bidGroupShow: false, exportTypeShow: false };
  const mine = {
    myBid: "9",
    myBidAmount: 1_360_000,
    myBidDate: "2026-11-20T09:00:00+09:00",
    bidStatusId: 1,
  } as const;
  const profile = {
    ...profileReply(),
    permission: permissions(true, { creditLimitCheck: false }),
  };
  let isPlaced = false;
  fakeServer(({ path }) => {
    if (path === "/api/user/view-profile") return { body: profile };
    if (path === "/api/bid/create") {
      isPlaced = true;
      return placed;
    }
    if (path !== "/api/auction/detail") return refusal(404, "not_found");
    const bidInfo = isPlaced ? { ...quick, ...mine } : quick;
    return { body: { success: true, detail: lotDetail({ bidInfo }) } };
  });
  // The end of a session drops the drafts of earlier tests.
  signInAs(profile);
  sessionStore.set({ status: "anonymous" });
  const user = userEvent.setup();
  renderInApp(
    <Routes>
      <Route
        path="/car-auction/:id"
        element={<LotPage resource={carAuction as Resource} />}
      />
    </Routes>,
    { profile, address: "/car-auction/41" },
  );
  await screen.findByLabelText("Your maximum");
  await user.type(amountField(), "1360000");
  await user.click(submit(await confirm(user)));
  await dialog("Your bid is placed");
  expect(await screen.findByText("My bid")).toBeVisible();
  expect(screen.queryByLabelText("Your maximum")).not.toBeInTheDocument();
});
