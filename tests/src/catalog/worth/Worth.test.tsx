import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import type { ComparablesReply } from "../../../../generated/schemas";
import { Worth } from "../../../../src/catalog/worth/Worth";
import carAuction from "../../../fixtures/resources/car-auction.json";
import { renderInApp } from "../../bidding/inApp";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { comparablesOf } from "../comparables";
import { lotDetail } from "../lotDetail";
import { onDay } from "../../../support/onDay";

onDay("2026-11-21");

function open(reply: ComparablesReply, lot = lotDetail()) {
  fakeServer(({ path }) =>
    path === "/api/lot/comparables"
      ? { body: reply }
      : refusal(404, "not_found"),
  );
  const past = { ...(carAuction as Resource), name: "past", route: "/past" };
  renderInApp(<Worth resource={carAuction as Resource} lot={lot} />, {
    otherLists: [{ ...past, pageType: "stats" }],
  });
}

describe("what a lot is worth", () => {
  it("is a range with count, widening, a drawing and the sales on demand", async () => {
    open(comparablesOf([950, 1000, 1050, 5000]));
    expect(
      await screen.findByText(/3 comparable sales since 1 Sep/),
    ).toHaveTextContent("1 unusual price is not counted.");
    expect(screen.getByText("Median").nextSibling).toHaveTextContent(
      "¥1 000 000",
    );
    expect(screen.getByText(/up to two years/)).toBeVisible();
    expect(
      screen.getByRole("img", { name: /4 sales by day and price/ }),
    ).toBeVisible();
    const button = screen.getByRole("button", { name: "Show the 4 sales" });
    await userEvent.click(button);
    const table = screen.getByRole("table");
    expect(within(table).getAllByRole("row")).toHaveLength(5);
    expect(within(table).getByText("unusual")).toBeVisible();
    expect(within(table).getByRole("link", { name: "1 Oct" })).toHaveAttribute(
      "href",
      "/past/100",
    );
    await userEvent.click(
      screen.getByRole("button", { name: "Hide the sales" }),
    );
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("says that there are too few sales", async () => {
    open(comparablesOf([1000, 1000], { range: null }));
    expect(await screen.findByText(/too few comparable sales/)).toBeVisible();
  });

  it("has neither drawing nor list without the right to past sales", async () => {
    open(comparablesOf([950, 1000, 1050, 5000], { sales: [] }));
    await screen.findByText(/3 comparable sales/);
    expect(screen.queryByRole("img")).not.toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("says what the average price is made of", async () => {
    const lot = lotDetail();
    lot.bidInfo.averageOf = [480_000, 560_000, 500_000];
    open(comparablesOf([1000]), lot);
    expect(
      await screen.findByText(/mean of 3 sales from ¥480 000 to ¥560 000/),
    ).toBeVisible();
  });
});
