import { listCall } from "../../domain/listing/call";
import { pageSizesOf } from "../../domain/listing/page";
import { readUrl } from "../../domain/listing/url";
import { facetsCall, firstFacets } from "../../domain/listing/wantedFacets";
import type { Resource } from "../../domain/resource";
import { requestEarly } from "../providers/http";
import { rowCheck } from "../providers/rowValidation/rowChecks";
import { prefetchLot } from "../providers/lotApi";
import type { Workspace } from "../providers/workspace";
import { readPreference } from "./preferences";

/** The page size that the list will ask for: the URL's, else the last chosen. */
function pageSizeOf(
  resource: Resource,
  { search, read }: { search: string; read: number },
): number {
  if (new URLSearchParams(search).has("pageSize")) return read;
  const stored = readPreference(`${resource.name}.pageSize`);
  return typeof stored === "number" && pageSizesOf(resource).includes(stored)
    ? stored
    : read;
}

/** The lot at this address, and the list it belongs to. */
function lotAt(
  { resources }: Workspace,
  pathname: string,
): { path: string; id: string } | undefined {
  const [id = ""] = /\d+$/.exec(pathname) ?? [];
  if (!id) return undefined;
  const path = resources.find(
    ({ detailRoute }) => detailRoute?.replace(":id", id) === pathname,
  )?.calls.detail?.path;
  return path === undefined ? undefined : { path, id };
}

/**
 * Begins the calls of the list or lot at this address while its screen is
 * still being loaded; the screen takes the answers when it asks the same.
 */
export function beginFirstCalls(
  workspace: Workspace,
  { pathname, search }: { pathname: string; search: string },
): void {
  const lot = lotAt(workspace, pathname);
  if (lot) {
    prefetchLot(lot.path, lot.id);
    return;
  }
  const resource = workspace.resources.find(
    ({ route, aliases = [] }) =>
      route === pathname || aliases.includes(pathname),
  );
  if (!resource) return;
  const { list, facets } = resource.calls;
  const { state } = readUrl(resource, workspace.row(resource.row), search);
  const pageSize = pageSizeOf(resource, { search, read: state.pageSize });
  requestEarly(list.path, listCall(resource, { ...state, pageSize }));
  void rowCheck(workspace, resource.row);
  const wanted = workspace.capabilities.completeFacets
    ? firstFacets(resource, state.filters)
    : undefined;
  if (facets) requestEarly(facets.path, facetsCall(resource, state, wanted));
}
