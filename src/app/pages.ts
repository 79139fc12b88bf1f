import { createElement, type ReactElement } from "react";
import { isAllowed, type Access, type Viewer } from "../../domain/access";
import type { Resource } from "../../domain/resource";
import type { MenuEntry } from "../layout/menuEntries";
import type { Capabilities } from "../providers/createWorkspace";
import type { Workspace } from "../providers/workspace";
import { preloadable, type Preloadable } from "../ui/preloadable";
import { rowPathsOf } from "../../domain/listing/rowPaths";
import { detailOf, slotsOf } from "../workspace/registry/areas";
import "./areas";
import { matchPath } from "./matchPath";

/** Starts the calls of a page while its code is loading. */
export type First = { resource: Resource; of: "list" | "row" };

export type Page = {
  path: string;
  layout: "main" | "none";
  /** Returns what the page draws. */
  render: () => ReactElement;
  /** Loads the code of the page. */
  preload: () => Promise<unknown>;
  /** The page's own first calls, if it has any. */
  first?: First;
};

/** A path of a list that the viewer may not see. */
type Redirect = { path: string; redirect: string };

/** A page that is not declared by a resource. */
type OwnPage = {
  path: string;
  layout: Page["layout"];
  /** The people who may open it; for all others the page does not exist. */
  access?: Access;
  /** The server must have this capability. */
  needs?: keyof Capabilities;
  page: Preloadable<object>;
  /** Its entry in the menu. */
  menu?: Omit<MenuEntry, "route" | "aliases">;
};

const listing = preloadable(() => import("../workspace/page/ListingPage"));
const filteredRoute = preloadable(
  () => import("../workspace/page/FilteredRoute"),
);
const defaultDetail = preloadable(
  () => import("../workspace/detail/DetailPage"),
);
const newRow = preloadable(() => import("../workspace/rest/NewPage"));
const editRow = preloadable(() => import("../workspace/rest/EditPage"));
const unknown = preloadable(() => import("./NotFoundPage"));

const workshop: Pick<OwnPage, "access" | "needs"> = {
  access: { roles: ["admin"] },
  needs: "workshop",
};

const ownPages: readonly OwnPage[] = [
  {
    path: "/profile",
    layout: "main",
    page: preloadable(() => import("../identity/ProfilePage")),
    menu: { icon: "user", label: "profile.title", order: 70 },
  },
  {
    path: "/compare",
    layout: "main",
    needs: "compare",
    page: preloadable(() => import("../workspace/compare/ComparePage")),
  },
  {
    ...workshop,
    path: "/workspace",
    layout: "main",
    page: preloadable(() => import("../workshop/ResourcesPage")),
    menu: { icon: "wrench", label: "workshop.title", order: 80 },
  },
  {
    ...workshop,
    path: "/workspace/:name",
    layout: "main",
    page: preloadable(() => import("../workshop/ResourcePage")),
  },
  {
    ...workshop,
    path: "/workspace/preview/:name",
    layout: "none",
    page: preloadable(() => import("../workshop/preview/PreviewPage")),
  },
];

const notFound: Page = {
  path: "*",
  layout: "main",
  render: () => createElement(unknown[0]),
  preload: unknown[1],
};

const isOpenTo =
  ({ capabilities }: Workspace, viewer: Viewer) =>
  ({ access, needs }: OwnPage): boolean =>
    isAllowed(access, viewer) && (!needs || capabilities[needs]);

/** Returns the entries of the viewer's menu that no resource declares. */
export const menuPages = (workspace: Workspace, viewer: Viewer): MenuEntry[] =>
  ownPages
    .filter(isOpenTo(workspace, viewer))
    .flatMap(({ path, menu }) =>
      menu ? [{ route: path, aliases: [], ...menu }] : [],
    );

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
  const { detail, create, update } = rowPathsOf(resource);
  const rowPage = detailOf(resource) ?? defaultDetail;
  const asides = slotsOf(resource, "aside").map(([, load]) => load);
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
  const lists = [route, ...aliases].map(listPage(listing));
  const filtered = [filterRoute ?? []].flat().map(listPage(filteredRoute));
  const rows = [detail ?? []].flat().map((path): Page => ({
    ...screenPage(resource, path, rowPage),
    preload: () => Promise.all([rowPage[1](), ...asides.map((load) => load())]),
    first: { resource, of: "row" },
  }));
  return [
    ...lists,
    ...filtered,
    ...rows,
    ...[create ?? []].flat().map((path) => screenPage(resource, path, newRow)),
    ...[update ?? []].flat().map((path) => screenPage(resource, path, editRow)),
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
  const { resources, routes } = workspace;
  return [
    ...ownPages
      .filter(isOpenTo(workspace, viewer))
      .map(({ path, layout, page: [Component, preload] }) => ({
        path,
        layout,
        render: () => createElement(Component),
        preload,
      })),
    ...resources.flatMap(resourcePages),
    ...["/", ...routes]
      .filter(
        (route) => !resources.some((resource) => isPathOf(resource, route)),
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

const isPathOf = ({ route, aliases = [] }: Resource, path: string): boolean =>
  route === path || aliases.includes(path);

/** Returns the page at a path; unknown paths lead to the not-found page. */
export const pageAt = (
  pages: readonly (Page | Redirect)[],
  pathname: string,
): Page | Redirect => matchPath(pages, pathname) ?? notFound;
