import type { Viewer } from "../../../domain/access";
import type { Notify } from "../../../domain/alerts";
import { japanDay } from "../../../domain/japanTime";
import { mostSavedSearches } from "../../../domain/limits";
import {
  sortedLayout,
  type SavedLayout,
} from "../../../domain/listing/savedLayout";
import { readSaved, titleProblem } from "../../../domain/listing/savedSearch";
import type {
  DefaultViewBody,
  SaveSearchBody,
  UpdateSearchBody,
} from "../../../generated/schemas";
import { lockUser } from "../../identity";
import { announceChange, findSettled } from "../../platform/changes";
import { inTransaction } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import { fieldProblemText } from "../../platform/http/fieldErrors";
import type { Context } from "../../workspace/context";
import {
  burySearch,
  changeSearch,
  findListed,
  findSearch,
  findSearches,
  insertSearch,
  lockSearch,
  removeSearch,
  setDefaultView,
} from "./savedSearchQueries";
import { hasAlerts, setNotify, type AlertLists } from "./notifyOption";
import { viewedList, type Declared, type ViewedList } from "./viewedList";

/**
 * Saves a search of a list and returns its id. Saving the same search under the
 * same title again returns the existing id. Throws invalid_choice for a list
 * that the viewer does not see, for an invalid title or params, and for alerts of
 * a list whose new rows are not known, and saved_limit when the viewer has ten searches of the type.
 */
export async function saveSearch(
  context: Pick<Context, "database" | "clock"> & Declared & AlertLists,
  { viewer, body }: { viewer: Viewer; body: SaveSearchBody },
): Promise<string> {
  const { type, notify = "none", shared = false } = body;
  const list = viewedList(context, viewer, type);
  if (!list) throw fieldFailure("type", "invalid_choice");
  assertNotify(context, list, notify);
  assertView(list, body);
  const now = context.clock.now();
  const title = checkedTitle(body.title);
  const params = checkedParams(list, body.params, now);
  const layout = layoutText(body.layout);
  const user_id = viewer.userId;
  const settled = await findSettled(context.database);
  return inTransaction(context.database, async (trx) => {
    await lockUser(trx, user_id);
    const searches = await findSearches(trx, { user_id, type });
    const same = searches.find(
      (search) =>
        search.title === title &&
        search.params === params &&
        layoutText(search.layout ?? undefined) === layout,
    );
    if (!same && searches.length >= mostSavedSearches)
      throw failure("saved_limit");
    // Before the announcement, so that followers do not wait for the lock as well.
    if (same) await lockSearch(trx, { user_id, id: same.id });
    await announceChange(trx, "searches");
    const search = { user_id, type, title, params, layout, created_at: now };
    const id =
      same?.id ?? (await insertSearch(trx, { ...search, is_shared: shared }));
    if (notify !== "none")
      await setNotify(trx, { user_id, id }, { notify, now, settled });
    return id;
  });
}

/**
 * Renames a search of the viewer and, when they are given, replaces its criteria and
 * layout, shares it, and sets when it alerts to new rows. Throws not_found for another
 * user's search and for a list that the viewer no longer sees, and invalid_choice for
 * an invalid title or params, and for parts that the list does not have.
 */
export async function updateSearch(
  context: Pick<Context, "database" | "clock"> & Declared & AlertLists,
  { viewer, body }: { viewer: Viewer; body: UpdateSearchBody },
): Promise<void> {
  const { database } = context;
  const { params, notify, layout, shared } = body;
  const now = context.clock.now();
  const key = { user_id: viewer.userId, id: body.id };
  const search = await findSearch(database.kysely, key);
  const list = search && viewedList(context, viewer, search.type);
  if (!list) throw failure("not_found");
  const title = checkedTitle(body.title);
  assertNotify(context, list, notify);
  assertView(list, body);
  const change = {
    title,
    ...(params === undefined
      ? {}
      : { params: checkedParams(list, params, now) }),
    layout: layoutText(layout),
    is_shared: shared,
  };
  const settled = await findSettled(database);
  await inTransaction(database, async (trx) => {
    const present = await lockSearch(trx, key);
    if (!present) throw failure("not_found");
    await announceChange(trx, "searches");
    await changeSearch(trx, key, change);
    if (present.is_shared && shared === false)
      await burySearch(trx, present, now);
    if (notify === undefined) return;
    await setNotify(trx, key, { notify, now, settled });
  });
}

/**
 * Sets the view with which a list opens for the viewer: an own view, a view that others
 * share, or null for no view. Throws not_found for any other view, and
 * invalid_choice for a list without views.
 */
export async function setOpeningView(
  context: Pick<Context, "database"> & Declared,
  { viewer, body: { type, id } }: { viewer: Viewer; body: DefaultViewBody },
): Promise<void> {
  const savedViews = viewedList(context, viewer, type)?.resource.savedViews;
  if (!savedViews) throw fieldFailure("type", "invalid_choice");
  const user_id = viewer.userId;
  await inTransaction(context.database, async (trx) => {
    await announceChange(trx, "searches");
    const withShared = savedViews.share !== undefined;
    const views = await findListed(trx, { user_id, type, withShared });
    const view = views.find((listed) => listed.id === id);
    if (id !== null && !view) throw failure("not_found");
    await setDefaultView(trx, { user_id, type }, view ?? null);
  });
}

/** Throws invalid_choice for parts of a view that the list does not let the viewer save. */
function assertView(
  { resource: { savedViews } }: ViewedList,
  { layout, shared }: Pick<UpdateSearchBody, "layout" | "shared">,
): void {
  if (layout && !savedViews) throw fieldFailure("layout", "invalid_choice");
  if (shared !== undefined && !savedViews?.share)
    throw fieldFailure("shared", "invalid_choice");
}

/** Returns the layout as it is stored, the same text for the same layout. */
const layoutText = (layout: SavedLayout | undefined): string | undefined =>
  layout && JSON.stringify(sortedLayout(layout));

/** Throws invalid_choice for alerts of a list whose new rows are not known. */
function assertNotify(
  context: AlertLists,
  list: ViewedList,
  notify: Notify = "none",
): void {
  if (notify !== "none" && !hasAlerts(context, list.resource))
    throw fieldFailure("notify", "invalid_choice");
}

/** Deletes a search of the viewer. Throws not_found for any other search. */
export async function deleteSearch(
  { database, clock }: Pick<Context, "database" | "clock">,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<void> {
  const key = { user_id: viewer.userId, id };
  await inTransaction(database, async (trx) => {
    const present = await lockSearch(trx, key);
    if (!present) throw failure("not_found");
    await announceChange(trx, "searches");
    await removeSearch(trx, key);
    await burySearch(trx, present, clock.now());
  });
}

/** Turns off the alerts of a search of a user, if it still exists. */
export const stopSearchAlerts = (
  database: Pick<Context["database"], "kysely">,
  { userId, id }: { userId: string; id: string },
): Promise<void> =>
  inTransaction(database, async (trx) => {
    const key = { user_id: userId, id };
    if (!(await lockSearch(trx, key))) return;
    await announceChange(trx, "searches");
    await changeSearch(trx, key, { notify: "none" });
  });

/** Returns the trimmed title. Throws invalid_choice when it is invalid. */
function checkedTitle(title: string): string {
  const problem = titleProblem(title);
  if (problem)
    throw failure("invalid_choice", {
      errors: { title: [fieldProblemText(problem)] },
    });
  return title.trim();
}

/** Characters of rejected params that the error message quotes. */
const longestQuote = 300;

/**
 * Returns the params in their canonical form. Throws invalid_choice when the
 * viewer's list does not accept all of them.
 */
function checkedParams(
  { resource, row }: ViewedList,
  text: string,
  now: Date,
): string {
  const { params, dropped } = readSaved(resource, row, text, japanDay(now));
  if (dropped.length === 0) return params;
  const rejected = dropped.map(({ param, value }) => `${param}=${value}`);
  const parts = rejected.join(", ").slice(0, longestQuote);
  throw failure("invalid_choice", {
    errors: { params: [{ key: "errors.not_taken", values: { parts } }] },
  });
}
