import type { Viewer } from "../../domain/access";
import { listCall } from "../../domain/listing/call";
import { pageSizesOf } from "../../domain/listing/page";
import { readUrl } from "../../domain/listing/url";
import { facetsCall, firstFacets } from "../../domain/listing/wantedFacets";
import type { Resource } from "../../domain/resource";
import { requestEarly } from "../providers/http";
import { rowCheck } from "../providers/rowValidation/rowChecks";
import { prefetchRow } from "../providers/rowApi";
import type { Workspace } from "../providers/workspace";
import { pageAt, pagesOf } from "./pages";
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

/**
 * Loads the code of the page at this address and starts its calls. The screen
 * gets these replies when it sends the same calls.
 */
export async function beginFirstCalls(
  workspace: Workspace,
  viewer: Viewer,
  place: { pathname: string; search: string },
): Promise<void> {
  const pages = pagesOf(workspace, viewer);
  const found = pageAt(pages, place.pathname);
  const page = "redirect" in found ? pageAt(pages, found.redirect) : found;
  if ("redirect" in page) return;
  const { first } = page;
  if (first?.of === "list") beginList(workspace, first.resource, place.search);
  if (first?.of === "row")
    prefetchRow(first.resource, place.pathname.split("/").at(-1) ?? "");
  await page.preload();
}

function beginList(
  workspace: Workspace,
  resource: Resource,
  search: string,
): void {
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
