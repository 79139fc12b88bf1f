import { createElement, type ReactElement } from "react";
import { isAllowed, type Viewer } from "../../domain/access";
import type { Dashboard } from "../../domain/dashboard";
import type { Resource } from "../../domain/resource";
import type { MenuEntry } from "../layout/menuEntries";
import type { Workspace } from "../providers/workspace";
import { preloadable, type Preloadable } from "../ui/preloadable";
import { rowPathsOf } from "../../domain/listing/addresses";
import type { AreaPage } from "../workspace/registry/areaModule";
import { areaPages, detailOf, slotsOf } from "../workspace/registry/areas";
import "./areas";
import { matchPath } from "./matchPath";

/** Starts the calls of a page while its code is loading. */
export type First =
  | { resource: Resource; of: "list" | "row" }
  | { dashboard: Dashboard; of: "dashboard" };

export type Page = {
  path: string;
  layout: AreaPage["layout"];
  /** Returns what the page draws. */
  render: () => ReactElement;
  /** Loads the code of the page. */
  preload: () => Promise<unknown>;
  /** The page's own first calls, if it has any. */
  first?: First;
};

/** A path of a list that the viewer may not see. */
type Redirect = { path: string; redirect: string };

/** A page of the engine that belongs to no area. */
type OwnPage = Omit<AreaPage, "load"> & { page: Preloadable<object> };

const listing = preloadable(() => import("../workspace/page/ListingPage"));
const filteredRoute = preloadable(
  () => import("../workspace/page/FilteredRoute"),
);
const singleRecord = preloadable(
  () => import("../workspace/editing/SinglePage"),
);
const defaultDetail = preloadable(
  () => import("../workspace/detail/DetailPage"),
);
const newRow = preloadable(() => import("../workspace/editing/NewPage"));
const editRow = preloadable(() => import("../workspace/editing/EditPage"));
const importRows = preloadable(
  () => import("../workspace/editing/import/ImportPage"),
);
const dashboardPage = preloadable(
  () => import("../workspace/dashboard/DashboardPage"),
);
const unknown = preloadable(() => import("./NotFoundPage"));

const comparison: OwnPage = {
  path: "/compare",
  layout: "main",
  needsOwnServer: true,
  page: preloadable(() => import("../workspace/compare/ComparePage")),
};

/** Returns the pages that no resource declares, as far as the viewer may open them. */
const undeclaredPages = (
  { isOwnServer }: Workspace,
  viewer: Viewer,
): OwnPage[] =>
  [comparison, ...areaPages()].filter(
    ({ access, needsOwnServer = false }) =>
      isAllowed(access, viewer) && (isOwnServer || !needsOwnServer),
  );

const notFound: Page = {
  path: "*",
  layout: "main",
  render: () => createElement(unknown[0]),
  preload: unknown[1],
};

/** Returns the entries of the viewer's menu that no resource declares. */
export const menuPages = (workspace: Workspace, viewer: Viewer): MenuEntry[] =>
  undeclaredPages(workspace, viewer).flatMap(({ path, menu }) =>
    menu ? [{ route: path, aliases: [], ...menu }] : [],
  );

/** Returns the page of a dashboard. */
function pageOfDashboard(dashboard: Dashboard): Page {
  const [Screen, preload] = dashboardPage;
  return {
    path: dashboard.route,
    layout: "main",
    render: () => createElement(Screen, { key: dashboard.name, dashboard }),
    preload,
    first: { dashboard, of: "dashboard" },
  };
}

type Screen = Preloadable<{ resource: Resource }>;

/** Returns a page that draws a screen for a resource. */
const screenPage = (
  resource: Resource,
  path: string,
  [Screen, preload]: Screen,
): Page => ({
  path,
  layout: "main",
  render: () => createElement(Screen, { key: resource.name, resource }),
  preload,
});

/** Returns the pages of a resource, as far as its calls allow them. */
function resourcePages(resource: Resource): Page[] {
  const { route, aliases = [], filterRoute } = resource;
  const { detail, create, update, import: table } = rowPathsOf(resource);
  const rowPage = detailOf(resource) ?? defaultDetail;
  const beside = (["aside", "aboveFacts", "belowAmount"] as const).flatMap(
    (name) => slotsOf(resource, name).map(([, load]) => load),
  );
  // Parts above the rows would move them if they came later.
  const above = (["header", "toolbar", "aboveRows"] as const).flatMap((name) =>
    slotsOf(resource, name).map(([, load]) => load),
  );
  const listPage =
    (screen: typeof listing) =>
    (path: string): Page => ({
      ...screenPage(resource, path, screen),
      preload: () => Promise.all([screen[1](), ...above.map((load) => load())]),
      first: { resource, of: "list" },
    });
  const lists = [route, ...aliases].map((path) =>
    resource.single
      ? screenPage(resource, path, singleRecord)
      : listPage(listing)(path),
  );
  const filtered = [filterRoute ?? []].flat().map(listPage(filteredRoute));
  const rows = [detail ?? []].flat().map((path): Page => ({
    ...screenPage(resource, path, rowPage),
    preload: () => Promise.all([rowPage[1](), ...beside.map((load) => load())]),
    first: { resource, of: "row" },
  }));
  return [
    ...lists,
    ...filtered,
    ...rows,
    ...[create ?? []].flat().map((path) => screenPage(resource, path, newRow)),
    ...[update ?? []].flat().map((path) => screenPage(resource, path, editRow)),
    ...[table ?? []]
      .flat()
      .map((path) => screenPage(resource, path, importRows)),
  ];
}

/**
 * Returns the table of all pages that the viewer can open. The router, the
 * first-screen preloader, the menu and the redirects read it.
 */
export function pagesOf(
  workspace: Workspace,
  viewer: Viewer,
): (Page | Redirect)[] {
  const { resources, dashboards, routes } = workspace;
  return [
    ...undeclaredPages(workspace, viewer).map(
      ({ path, layout, page: [Component, preload] }) => ({
        path,
        layout,
        render: () => createElement(Component),
        preload,
      }),
    ),
    ...dashboards.map(pageOfDashboard),
    ...resources.flatMap(resourcePages),
    ...["/", ...routes]
      .filter(
        (route) =>
          ![...resources, ...dashboards].some((each) => isPathOf(each, route)),
      )
      .flatMap((path) =>
        [path, ...(path === "/" ? [] : [`${path}/*`])].map((hidden) => ({
          path: hidden,
          redirect: "/profile",
        })),
      ),
    notFound,
  ];
}

const isPathOf = (
  { route, aliases = [] }: Pick<Resource, "route" | "aliases">,
  path: string,
): boolean => route === path || aliases.includes(path);

/** Returns the page at a path; unknown paths lead to the not-found page. */
export const pageAt = (
  pages: readonly (Page | Redirect)[],
  pathname: string,
): Page | Redirect => matchPath(pages, pathname) ?? notFound;
