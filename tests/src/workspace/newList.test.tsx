import { screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { AppRoutes } from "../../../src/app/SignedIn";
import { fakeServer } from "../providers/fakeServer";
import { ports, workspaceOf } from "./ports";
import { renderInWorkspace, screenIs } from "./renderList";

beforeAll(() =>
  Promise.all([
    import("../../../src/workspace/page/ListingPage"),
    import("../../../src/app/NotFoundPage"),
  ]),
);

let calls: string[];

beforeEach(() => {
  screenIs("desk");
  calls = fakeServer(({ path }) => {
    if (path === "/api/lists/ports")
      return {
        body: {
          success: true,
          rows: [{ id: "1", name: "Yokohama", country: "japan", depth: 18 }],
          pageInfo: { totalSearchResults: 1 },
        },
      };
    if (path === "/api/lists/ports/filters")
      return {
        body: { success: true, totalSearchResults: 1, totalResults: 1 },
      };
    return { status: 404 };
  });
});

it("shows a list as soon as it is declared, with a page and a menu entry", async () => {
  history.replaceState(null, "", "/ports");
  const { show } = renderInWorkspace(<AppRoutes />, {
    workspace: workspaceOf([]),
    address: "/ports?country=japan",
  });
  expect(await screen.findByText("Page not found")).toBeInTheDocument();
  show(workspaceOf([ports]));
  expect(await screen.findByText("Yokohama")).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "Ports" })).toBeInTheDocument();
  expect(
    screen.getAllByRole("columnheader").map(({ textContent }) => textContent),
  ).toEqual(["Port", "Depth"]);
  expect(screen.getByText("18 m")).toBeInTheDocument();
  expect(screen.getByText("row")).toHaveTextContent("1 row");
  const menu = screen.getByRole("navigation", { name: "Menu" });
  expect(within(menu).getByRole("link", { name: "Ports" })).toHaveAttribute(
    "href",
    "/ports",
  );
  expect(calls).toContain(
    "GET /api/lists/ports?country=japan&page=1&pageSize=20",
  );
});
