import { roleOf, type Viewer } from "../../domain/access";
import { callAddress } from "../../domain/callAddress";
import { dashboardPath, type Dashboard } from "../../domain/dashboard";
import {
  firstListCalls,
  firstState,
  mayOpenFiltered,
} from "../../domain/listing/firstCalls";
import type { Resource } from "../../domain/resource";
import { loadConfiguration } from "../providers/configuration";
import { hasEarlyResponse } from "../providers/earlyResponses";
import { requestEarly } from "../providers/http";
import { rowCheck } from "../providers/rowValidation/rowChecks";
import { prefetchRow } from "../providers/rowApi";
import type { Workspace } from "../providers/workspace";
import { isPhoneNow } from "../ui/useMedia";
import { pageAt, pagesOf, type First } from "./pages";
import { readPreference } from "./preferences";

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
  const tiles =
    first?.of === "dashboard"
      ? beginDashboard(workspace, first.dashboard)
      : undefined;
  const list =
    first?.of === "list"
      ? beginList(workspace, first.resource, {
          search: place.search,
          userId: viewer.userId,
        })
      : undefined;
  if (first?.of === "row")
    prefetchRow(first.resource, place.pathname.split("/").at(-1) ?? "");
  await Promise.all([
    page.preload(),
    list,
    tiles,
    first && preloadRows(first, viewer),
  ]);
}

/** Loads the table of a list beside its page; phones show cards instead. */
async function preloadRows(first: First, viewer: Viewer) {
  if (first.of !== "list" || isPhoneNow()) return;
  const { resource } = first;
  const { preloadTable } = await import("../workspace/page/ListRows");
  await preloadTable(resource, roleOf(viewer));
}

/** The screen is rendered after this time even if its rows have not arrived. */
const rowsWaitMs = 300;

/**
 * Starts the calls of a list. If `boot.js` has sent them, it waits a moment for
 * the rows, so that the first paint shows them.
 */
async function beginList(
  workspace: Workspace,
  resource: Resource,
  { search, userId }: { search: string; userId: string },
): Promise<void> {
  if (mayOpenFiltered(resource, search)) return;
  const row = workspace.row(resource.row);
  const state = firstState(resource, row, {
    search,
    stored: readPreference(userId, `${resource.name}.pageSize`),
  });
  const calls = firstListCalls(resource, row, state, {
    namesFacets: workspace.isOwnServer,
  });
  void rowCheck(workspace, resource.row);
  const { apiBase } = await loadConfiguration();
  const isSent = calls.every(({ path, query }) =>
    hasEarlyResponse(apiBase + callAddress(path, query)),
  );
  if (!isSent) {
    for (const { path, query } of calls) requestEarly(path, query);
    return;
  }
  const { fillFirstList } = await import("./fillFirstList");
  await waitAMoment(fillFirstList(workspace, resource, state));
}

/** Starts the call of a dashboard, as `beginList` does. */
async function beginDashboard(
  workspace: Workspace,
  dashboard: Dashboard,
): Promise<void> {
  const query = { name: dashboard.name };
  const { apiBase } = await loadConfiguration();
  if (!hasEarlyResponse(apiBase + callAddress(dashboardPath, query))) {
    requestEarly(dashboardPath, query);
    return;
  }
  const { fillFirstDashboard } = await import("./fillFirstDashboard");
  await waitAMoment(fillFirstDashboard(workspace, dashboard));
}

const waitAMoment = (arrival: Promise<void>): Promise<unknown> =>
  Promise.race([
    arrival,
    new Promise((resolve) => setTimeout(resolve, rowsWaitMs)),
  ]);
