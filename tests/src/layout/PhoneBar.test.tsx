import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import { PhoneBar } from "../../../src/layout/PhoneBar";
import carAuction from "../../fixtures/resources/car-auction.json";
import { renderInApp } from "../bidding/inApp";

const own = (name: string, menu: Resource["menu"]): Resource => ({
  ...(carAuction as Resource),
  name,
  route: `/${name}`,
  menu: { group: "own", ...menu },
});

it("a phone's bar has the list of bids before other own pages", () => {
  renderInApp(<PhoneBar />, {
    otherLists: [
      own("alerts", { order: 1, counter: "alerts" }),
      own("bid-manager", { order: 30, counter: "bid" }),
    ],
  });
  const places = screen
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(places).toContain("/bid-manager");
  expect(places.indexOf("/bid-manager")).toBeLessThan(
    places.includes("/alerts") ? places.indexOf("/alerts") : places.length,
  );
});
