import { describe, expect, it } from "vitest";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { roleIds, userLevels, userTypes } from "../../../domain/access";
import type { Resource } from "../../../domain/resource";
import { menuPages } from "../../../src/app/pages";
import { isAt, menuOf } from "../../../src/layout/menuEntries";
import { bundledWorkspace } from "../../../src/providers/foreign/bundledWorkspace";
import { permissions } from "../identity/profiles";
import { Menu, PhoneBar } from "../../../src/layout/Menu";
import carAuction from "../../fixtures/resources/car-auction.json";
import { renderInApp } from "../bidding/inApp";

const client = {
  userId: "7",
  userType: userTypes.client as number,
  userLevel: userLevels.client as number,
  roleId: 2,
  permissions: permissions(true),
};
const manager = { ...client, userType: userTypes.manager };

const menuFor = (viewer: typeof client) => {
  const workspace = bundledWorkspace(viewer);
  return menuOf(workspace, menuPages(workspace, viewer));
};

const list = (route: string, rest: Partial<Resource>): Resource => {
  const [one] = bundledWorkspace(client).resources;
  if (!one) throw new Error("No list");
  return { ...one, pageType: undefined, menu: undefined, ...rest, route };
};

const routesOf = (viewer: typeof client) => {
  const { own, lots } = menuFor(viewer);
  return {
    own: own.map(({ route }) => route),
    lots: lots.map(({ route }) => route),
  };
};

describe("the menu", () => {
  it("has a client's bids before the profile, then the lots", () => {
    const { own, lots } = routesOf(client);
    expect(own[0]).toBe("/bids");
    expect(own.at(-1)).toBe("/profile");
    expect(own).not.toContain("/bid-manager");
    expect(lots).toContain("/car-auction");
  });

  it("has the bid manager but no own bids for managers", () => {
    const { own } = routesOf(manager);
    expect(own).toContain("/bid-manager");
    expect(own).not.toContain("/bids");
  });

  it("has no client bids for dealers", () => {
    expect(routesOf({ ...client, roleId: roleIds.dealer }).own).not.toContain(
      "/bids",
    );
  });

  it("has no lots without the permissions", () => {
    const blind = { ...client, permissions: permissions(false) };
    expect(routesOf(blind).lots).toEqual([]);
  });

  it("has no lots for an unknown role", () => {
    expect(routesOf({ ...client, userLevel: 4 }).lots).toEqual([]);
  });

  it("counts new bids on the bid lists only", () => {
    const { own, lots } = menuFor(client);
    const counted = [...own, ...lots].filter(({ badge }) => badge === "bid");
    expect(counted.map(({ route }) => route)).toEqual(["/bids"]);
  });

  it("is ordered by the declarations, entries without an order last", () => {
    const { own, lots } = menuOf(
      {
        dashboards: [],
        resources: [
          list("/nowhere", {}),
          list("/late", { menu: { order: 80 } }),
          list("/early", { menu: { order: 5 }, pageType: "auction" }),
          list("/mine", {
            menu: { order: 5, group: "own" },
            pageType: "auction",
          }),
          list("/lots", { pageType: "stock" }),
        ],
      },
      menuPages(bundledWorkspace(client), client),
    );
    expect(own.map(({ route }) => route)).toEqual([
      "/mine",
      "/profile",
      "/late",
      "/nowhere",
    ]);
    expect(lots.map(({ route }) => route)).toEqual(["/early", "/lots"]);
  });

  it("has a folded group for each other name of a group", () => {
    const resources = [
      list("/late", { menu: { order: 9, group: "rates" } }),
      list("/none", { menu: { group: "none" } }),
      list("/early", { menu: { order: 1, group: "rates" } }),
      list("/own", { menu: { group: "own" } }),
    ];
    const { own, folded } = menuOf({ dashboards: [], resources }, []);
    expect(own.map(({ route }) => route)).toEqual(["/own"]);
    expect(
      folded.map(({ label, entries }) => [
        label,
        ...entries.map(({ route }) => route),
      ]),
    ).toEqual([["shell.menu.groups.rates", "/early", "/late"]]);
  });

  it("opens the wishlist with group A", () => {
    const { lots } = menuFor(client);
    const favorites = lots.find(({ route }) => route === "/favorites");
    expect(favorites?.to).toBe("/favorites/A");
    expect(favorites && isAt(favorites, "/favorites/B")).toBe(true);
  });

  it("recognizes a page by aliases and row addresses", () => {
    const { lots } = menuFor(client);
    const cars = lots.find(({ route }) => route === "/car-auction");
    expect(cars && isAt(cars, "/")).toBe(true);
    expect(cars && isAt(cars, "/car-auction/12")).toBe(true);
    expect(cars && isAt(cars, "/car-auctions")).toBe(false);
  });
});

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

it("a folded group opens by its heading, and at once around the open page", async () => {
  const otherLists = [own("fees", { group: "rates" })];
  const names = () =>
    screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  const away = renderInApp(<Menu />, { otherLists, address: "/bids" });
  expect(names()).not.toContain("/fees");
  await userEvent.click(screen.getByRole("button", { name: "Rates" }));
  expect(names()).toContain("/fees");
  away.unmount();
  renderInApp(<Menu />, { otherLists, address: "/fees/7" });
  expect(names()).toContain("/fees");
  await userEvent.click(screen.getByRole("button", { name: "Rates" }));
  expect(names()).not.toContain("/fees");
});
