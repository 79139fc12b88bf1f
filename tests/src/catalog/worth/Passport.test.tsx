import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import type { PassportReply } from "../../../../generated/schemas";
import { Passport } from "../../../../src/catalog/worth/LotHistory";
import carAuction from "../../../fixtures/resources/car-auction.json";
import { renderInApp } from "../../bidding/inApp";
import { fakeServer } from "../../providers/fakeServer";
import { onDay } from "../../../support/onDay";

onDay("2026-11-21");

function open(reply: Omit<PassportReply, "success">) {
  const calls = fakeServer(() => ({ body: { success: true, ...reply } }));
  renderInApp(<Passport resource={carAuction as Resource} lotId="41" />);
  return calls;
}

describe("the earlier auctions of a car", () => {
  it("show day, house, grade, mileage, price and a lower mileage", async () => {
    const calls = open({
      sightings: [
        {
          id: "7",
          lotType: "auction",
          likeness: "guess",
          lotNo: "123",
          auctionDate: "2026-10-01T10:00:00+09:00",
          auctionName: "USS Tokyo",
          condition: "4",
          mileage: 95_000,
          soldPrice: null,
          startPrice: 400_000,
          status: 4535,
          images: ["/a.jpg"],
        },
      ],
      drops: [
        {
          from: 95_000,
          fromDay: "2026-10-01",
          to: 80_000,
          toDay: "2026-11-20",
        },
      ],
      results: [
        {
          day: "2026-11-19",
          offering: 2,
          status: 4533,
          soldPrice: 500_000,
          replacedAt: "2026-11-21T10:00:00+09:00",
        },
      ],
    });
    const link = await screen.findByRole("link", {
      name: "1 Oct · USS Tokyo · lot 123",
    });
    expect(link).toHaveAttribute("href", "/car-auction/7");
    expect(calls).toContain("GET /api/lot/passport?id=41&lotType=auction");
    expect(
      screen.getByText(/went down: 95 000 km on 1 Oct, 80 000 km on 20 Nov/),
    ).toBeVisible();
    expect(screen.getByText("Not sold")).toBeVisible();
    expect(screen.getByText(/start price ¥400 000/)).toBeVisible();
    expect(screen.getByText(/Probably the same car/)).toBeVisible();
    expect(screen.getByText("19 Nov · 2. offering")).toBeVisible();
    expect(screen.getByText("sold for ¥500 000")).toBeVisible();
    expect(screen.getByText("until 21 Nov")).toBeVisible();
  });

  it("say that none are known", async () => {
    open({ sightings: [], drops: [], results: [] });
    expect(
      await screen.findByText("No earlier auctions of this car are known."),
    ).toBeVisible();
  });

  it("are all shown on demand, if there are many", async () => {
    const sightings = Array.from({ length: 30 }, (_, index) => ({
      id: String(index + 1),
      lotType: "stats" as const,
      likeness: "same" as const,
    }));
    open({ sightings, drops: [], results: [] });
    const all = await screen.findByRole("button", { name: "Show all 30" });
    expect(screen.getAllByRole("listitem")).toHaveLength(12);
    await userEvent.click(all);
    expect(screen.getAllByRole("listitem")).toHaveLength(30);
  });
});
