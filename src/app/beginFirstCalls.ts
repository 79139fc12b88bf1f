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

/** Returns the page size of the list: the URL's, else the last one chosen. */
function pageSizeOf(
  resource: Resource,
  { search, urlSize }: { search: string; urlSize: number },
): number {
  if (new URLSearchParams(search).has("pageSize")) return urlSize;
  const stored = readPreference(`${resource.name}.pageSize`);
  return typeof stored === "number" && pageSizesOf(resource).includes(stored)
    ? stored
    : urlSize;
}

/** Returns the lot at this path and the detail call of its resource. */
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
 * Starts the calls of the list or lot at this address while its code is still
 * loading. The screen gets these replies when it sends the same calls.
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
  const pageSize = pageSizeOf(resource, { search, urlSize: state.pageSize });
  requestEarly(list.path, listCall(resource, { ...state, pageSize }));
  void rowCheck(workspace, resource.row);
  const requested = workspace.capabilities.completeFacets
    ? firstFacets(resource, state.filters)
    : undefined;
  if (facets) requestEarly(facets.path, facetsCall(resource, state, requested));
}
