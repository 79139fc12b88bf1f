import { roleOf, type Viewer } from "../../domain/access";
import { callAddress } from "../../domain/callAddress";
import { dashboardPath } from "../../domain/dashboard";
import { rowPathsOf } from "../../domain/listing/addresses";
import {
  firstListCalls,
  firstRowCall,
  firstState,
  mayOpenFiltered,
  type FirstCall,
} from "../../domain/listing/firstCalls";
import { forRole, type Resource } from "../../domain/resource";
import type { Context } from "./context";
import { cutDashboard } from "./dashboards";
import { cutToViewer } from "./listing";
import {
  rowModulePath,
  rowModulesPath,
  runtimeName,
} from "./validators/modules";

/** The parts of a page that a browser can load before its program runs. */
type FirstScreen = {
  /** The key of the title in the locales. */
  titleKey: string;
  /** Names of groups of scripts and styles; the build has listed some of them. */
  scripts: string[];
  /** The first calls; addresses are below the base of the API. */
  calls: (Pick<FirstCall, "photo"> & { url: string })[];
  /** Paths of the row validators, below the base of the API. */
  validators: string[];
};

const noParts = { scripts: [], calls: [], validators: [] };

type Place = {
  /** Path and query of the page. */
  url: string;
  isPhone: boolean;
  /** Returns the page size of a list that the user chose last. */
  storedPageSize: (resource: string) => Promise<unknown>;
};

/**
 * Returns the scripts and calls of the list or row at an address, and null at
 * other addresses. The browser loads whatever the page leaves out.
 */
export async function firstScreen(
  { workspace, schemas }: Pick<Context, "workspace" | "schemas">,
  viewer: Viewer,
  { url, isPhone, storedPageSize }: Place,
): Promise<FirstScreen | null> {
  const [pathname = "", search = ""] = url.split("?");
  const ofDashboard = dashboardScreen({ workspace, schemas }, viewer, pathname);
  if (ofDashboard) return ofDashboard;
  for (const declared of workspace.resources()) {
    const seen = cutToViewer(declared, schemas.row(declared.row), viewer);
    if (!seen) continue;
    const { resource, row } = seen;
    const { route, aliases = [] } = resource;
    if ([route, ...aliases].includes(pathname)) {
      // The page leads to the record, or to its form.
      if (resource.single) return { ...noParts, titleKey: titleOf(resource) };
      const stored = search.includes("pageSize=")
        ? undefined
        : await storedPageSize(resource.name);
      const state = firstState(resource, row, { search, stored });
      const isGrid =
        !isPhone && forRole(resource.table, roleOf(viewer)) === "grid";
      const hasActions = resource.actions && resource.actions.length > 0;
      return {
        titleKey: titleOf(resource),
        scripts: [
          "list",
          ...(isGrid ? ["grid"] : []),
          ...(hasActions ? ["actions"] : []),
          `list:${resource.name}`,
        ],
        calls: mayOpenFiltered(resource, search)
          ? []
          : firstListCalls(resource, row, state, {
              namesFacets: true,
            }).map(withAddress),
        validators: [
          rowModulePath(row, schemas),
          `${rowModulesPath}/${runtimeName}`,
        ],
      };
    }
    const id = rowIdAt(resource, pathname);
    const call = id === undefined ? undefined : firstRowCall(resource, id);
    if (call)
      return {
        titleKey: titleOf(resource),
        scripts: [`row:${resource.row}`],
        calls: [withAddress(call)],
        validators: [],
      };
  }
  return null;
}

/** Returns the scripts and the call of the dashboard at a path, if the viewer has one. */
function dashboardScreen(
  { workspace, schemas }: Pick<Context, "workspace" | "schemas">,
  viewer: Viewer,
  pathname: string,
): FirstScreen | undefined {
  const declared = workspace
    .dashboards()
    .find(({ route }) => route === pathname);
  const visible =
    declared && cutDashboard({ workspace, schemas }, declared, viewer);
  if (!visible) return undefined;
  const { name } = visible;
  return {
    titleKey: `dashboards.${name}.title`,
    scripts: ["dashboard"],
    calls: [withAddress({ path: dashboardPath, query: { name } })],
    validators: [],
  };
}

const titleOf = ({ name }: Resource): string => `resources.${name}.title`;

const withAddress = ({ path, query, photo }: FirstCall) => ({
  url: callAddress(path, query),
  ...(photo && { photo }),
});

/** Returns the id in the path of a row's page; undefined for other paths. */
function rowIdAt(resource: Resource, pathname: string): string | undefined {
  const { detail, create, import: table } = rowPathsOf(resource);
  if (detail === undefined || [create, table].includes(pathname))
    return undefined;
  const base = detail.slice(0, detail.lastIndexOf("/") + 1);
  const id = pathname.startsWith(base) ? pathname.slice(base.length) : "";
  return /^[^/]+$/.test(id) ? id : undefined;
}
