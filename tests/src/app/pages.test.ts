import { describe, expect, it } from "vitest";
import { ownFolders, ownPages } from "../../../domain/declarations/ownPages";
import { roleIds, userLevels, userTypes } from "../../../domain/access";
import type { Resource } from "../../../domain/resource";
import { addressFor } from "../../../src/app/address";
import { pageAt, pagesOf } from "../../../src/app/pages";
import { publicPages } from "../../../src/app/publicPages";
import { bundledWorkspace } from "../../../src/providers/foreign/bundledWorkspace";
import type { Workspace } from "../../../src/providers/workspace";
import { permissions } from "../identity/profiles";
import { port, ports } from "../workspace/ports";
import { matchPath, routerPath } from "../../../src/app/matchPath";

const client = {
  userId: "7",
  userType: userTypes.client as number,
  userLevel: userLevels.client as number,
  roleId: 2,
  permissions: permissions(true),
};
const viewers = {
  client,
  dealer: { ...client, roleId: roleIds.dealer as number },
  manager: { ...client, userType: userTypes.manager as number },
  admin: {
    ...client,
    userType: userTypes.manager as number,
    userLevel: userLevels.system as number,
  },
  "client without flags": { ...client, permissions: permissions(false) },
};
type Kind = keyof typeof viewers;

/** The reply of our own server, which knows all lists by their routes. */
const workspaceFor = (kind: Kind): Workspace => ({
  ...bundledWorkspace(viewers[kind]),
  routes: bundledWorkspace(viewers.admin).routes,
  isOwnServer: true,
});

/** Returns the pattern of the page at a path, or where it redirects to. */
function leadsTo(kind: Kind, pathname: string): string {
  const pages = pagesOf(workspaceFor(kind), viewers[kind]);
  const page = pageAt(pages, pathname);
  return "redirect" in page ? `-> ${page.redirect}` : page.path;
}

const kinds = Object.keys(viewers) as Kind[];
/** Lists of lots, for which people without flags have no permission. */
const cars = { "client without flags": "-> /profile" };
const managers = {
  client: "-> /profile",
  dealer: "-> /profile",
  "client without flags": "-> /profile",
};

/** The routes of the specification; unbuilt ones lead to the not-found page. */
const routes: [pathname: string, page: string, but?: Record<string, string>][] =
  [
    ["/", "/", cars],
    ["/car-auction", "/car-auction", cars],
    ["/car-auction/12", "/car-auction/:id", cars],
    ["/sales-statistic", "/sales-statistic", cars],
    ["/sales-statistic/12", "/sales-statistic/:id", cars],
    ["/bid-manager", "/bid-manager", managers],
    [
      "/bids",
      "/bids",
      { dealer: "-> /profile", manager: "-> /profile", admin: "-> /profile" },
    ],
    ["/profile", "/profile"],
    ["/balance", "/balance", { manager: "*", admin: "*" }],
    ["/workspace", "*", { admin: "/workspace" }],
    ["/workspace/car-auction", "*", { admin: "/workspace/:name" }],
    [
      "/workspace/preview/car-auction",
      "*",
      { admin: "/workspace/preview/:name" },
    ],
    ["/bike-auctions", "/bike-auctions", cars],
    ["/bike-auctions/12", "/bike-auctions/:id", cars],
    ["/bike-statistics", "/bike-statistics", cars],
    ["/bike-statistics/12", "/bike-statistics/:id", cars],
    ["/about", "/about"],
    ["/how-to-buy", "/how-to-buy"],
    ["/make-an-order", "/make-an-order"],
    ["/dashboard", "*"],
    ["/archive-bids", "/archive-bids"],
    ["/dealer-bids", "-> /profile", { dealer: "/dealer-bids" }],
    ["/purchased-cars", "*"],
    ["/shipments", "*"],
    ["/auction/12", "*"],
    ["/change-password", "/change-password"],
    [
      "/payments",
      "/payments",
      { manager: "-> /profile", admin: "-> /profile" },
    ],
    ["/oneprice", "/oneprice", cars],
    ["/oneprice/12", "/oneprice/:id", cars],
    ["/go-net", "/go-net", cars],
    ["/quotes", "/quotes"],
    ["/quotes/12", "/quotes/:id"],
    ["/favorites/A", "/favorites/:group", cars],
    ["/nowhere", "*"],
  ];

const authRoutes = ["/auth/login", "/auth/sign-up"];

/** Pages that visitors may open, and users in their own layout. */
const informationRoutes = ["/about", "/how-to-buy", "/make-an-order"];

/** Pages that everybody may open, signed in or not. */
const publicRoutes = [
  ...["/verify-email", "/mails/stop", "/receipts/verify"],
  "/auth/change-password",
  ...informationRoutes,
];

const at = (address: string) => new URL(address, "https://seriba.test");

describe("the table of pages", () => {
  it.each(kinds.flatMap((kind) => routes.map((route) => [kind, ...route])))(
    "for a %s leads %s to its page",
    (kind, pathname, page, but) => {
      const other = (but as Record<string, string> | undefined)?.[
        kind as string
      ];
      expect(leadsTo(kind as Kind, pathname as string)).toBe(other ?? page);
    },
  );

  it.each(routes.filter(([pathname]) => !informationRoutes.includes(pathname)))(
    "sends a visitor from %s to the login",
    (pathname) => {
      expect(addressFor("anonymous", at(pathname))).toMatch(
        /^\/auth\/login(\?redirect=|$)/,
      );
    },
  );

  it.each(authRoutes)("keeps signed-in users out of %s", (pathname) => {
    expect(addressFor("authenticated", at(pathname))).toBe("/car-auction");
    expect(addressFor("anonymous", at(pathname))).toBeNull();
  });

  it("leads signed-in users who forgot their password to the page that changes it", () => {
    const place = at("/auth/forgot-password");
    expect(addressFor("authenticated", place)).toBe("/change-password");
    expect(addressFor("anonymous", place)).toBeNull();
  });

  it.each(publicRoutes)("lets everybody open %s", (pathname) => {
    expect(addressFor("authenticated", at(pathname))).toBeNull();
    expect(addressFor("anonymous", at(pathname))).toBeNull();
  });

  it("reserves the first steps of its paths, so that no list can take them", () => {
    const undeclared = kinds.flatMap((kind) => {
      const nothing = { resources: [], dashboards: [], routes: [] };
      return pagesOf({ ...workspaceFor(kind), ...nothing }, viewers[kind]);
    });
    const steps = [...publicPages, ...undeclared]
      .map(({ path }) => path.split("/")[1] ?? "")
      .filter((step) => /^[a-z]/.test(step));
    expect(new Set(ownPages)).toEqual(new Set([...ownFolders, ...steps]));
  });

  it("gives a resource with the calls its pages for one row", () => {
    const write = { path: "/lists/ports/:id", body: "port" };
    const editable: Resource = {
      ...ports,
      calls: {
        ...ports.calls,
        detail: { path: "/lists/ports/:id" },
        create: { method: "POST", path: "/lists/ports", body: "port" },
        update: { method: "PUT", ...write },
      },
    };
    const workspace: Workspace = {
      ...workspaceFor("manager"),
      resources: [editable],
      row: () => port,
    };
    const pages = pagesOf(workspace, viewers.manager);
    const pathAt = (pathname: string) => {
      const page = pageAt(pages, pathname);
      return "path" in page ? page.path : null;
    };
    expect(pathAt("/ports")).toBe("/ports");
    expect(pathAt("/ports/12")).toBe("/ports/:id");
  });
});

const entries = [
  { path: "/" },
  { path: "*" },
  { path: "/:type(auction|stats)/:id" },
  { path: "/:group/:id" },
  { path: "/users" },
  { path: "/users/:id" },
  { path: "/users/new" },
  { path: "/users/:id/edit" },
  { path: "/hidden/*" },
];

it.each([
  ["/", "/"],
  ["/users", "/users"],
  ["/users/", "/users"],
  ["/Users/7", "/users/:id"],
  ["/users/new", "/users/new"],
  ["/users/7/edit", "/users/:id/edit"],
  ["/stats/7", "/:type(auction|stats)/:id"],
  ["/bikes/7", "/:group/:id"],
  ["/hidden", "/hidden/*"],
  ["/hidden/7/8", "/hidden/*"],
  ["/nowhere", "*"],
  ["/users/7/edit/more", "*"],
])("leads %s to the most specific page", (pathname, path) => {
  expect(matchPath(entries, pathname)?.path).toBe(path);
});

it("prefers a literal path to an earlier parameter", () => {
  const pages = [{ path: "/:id" }, { path: "/new" }];
  expect(matchPath(pages, "/new")?.path).toBe("/new");
});

it("writes a path for the router", () => {
  expect(routerPath("/:type(auction|stats)/:id")).toBe("/:type/:id");
});
