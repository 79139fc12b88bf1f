import { expect, it } from "vitest";
import { matchPath, routerPath } from "../../../src/app/matchPath";

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
