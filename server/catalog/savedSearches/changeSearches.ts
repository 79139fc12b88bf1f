import type { Viewer } from "../../../domain/access";
import type { Notify } from "../../../domain/alerts";
import { mostSavedSearches } from "../../../domain/limits";
import { readSaved, titleProblem } from "../../../domain/listing/savedSearch";
import type {
  SaveSearchBody,
  UpdateSearchBody,
} from "../../../generated/schemas";
import { inTransaction } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import { fieldProblemText } from "../../platform/http/fieldErrors";
import type { Context } from "../../workspace/context";
import {
  changeSearch,
  findSearch,
  findSearches,
  insertSearch,
  lockSearches,
  removeSearch,
} from "./savedSearchQueries";
import { hasAlerts, setNotify, settledNow } from "./notifyOption";
import { viewedList, type Declared, type ViewedList } from "./viewedList";

/**
 * Saves a search of a list and returns its id. Saving the same search under the
 * same title again returns the existing id. Throws invalid_choice for a list
 * that the viewer does not see, for an invalid title or params, and for alerts of
 * a list without new lots, and saved_limit when the viewer has ten searches of the type.
 */
export async function saveSearch(
  context: Pick<Context, "database" | "clock"> & Declared,
  { viewer, body }: { viewer: Viewer; body: SaveSearchBody },
): Promise<string> {
  const { type, notify = "none" } = body;
  const list = viewedList(context, viewer, type);
  if (!list) throw fieldFailure("type", "invalid_choice");
  assertNotify(list, notify);
  const title = checkedTitle(body.title);
  const params = checkedParams(list, body.params);
  const user_id = viewer.userId;
  const settled = await settledNow(context.database);
  return inTransaction(context.database, async (trx) => {
    await lockSearches(trx, user_id);
    const searches = await findSearches(trx, { user_id, type });
    const same = searches.find(
      (search) => search.title === title && search.params === params,
    );
    if (!same && searches.length >= mostSavedSearches)
      throw failure("saved_limit");
    const now = context.clock.now();
    const search = { user_id, type, title, params, created_at: now };
    const id = same?.id ?? (await insertSearch(trx, search));
    if (notify !== "none")
      await setNotify(trx, { user_id, id }, { notify, now, settled });
    return id;
  });
}

/**
 * Renames a search of the viewer and, when they are given, replaces its criteria
 * and sets when it tells of new lots. Throws not_found for another user's search
 * and for a list that the viewer no longer sees, and invalid_choice for an
 * invalid title or params, and for alerts of a list without new lots.
 */
export async function updateSearch(
  context: Pick<Context, "database" | "clock"> & Declared,
  { viewer, body }: { viewer: Viewer; body: UpdateSearchBody },
): Promise<void> {
  const { database } = context;
  const { params, notify } = body;
  const key = { user_id: viewer.userId, id: body.id };
  const search = await findSearch(database.kysely, key);
  const list = search && viewedList(context, viewer, search.type);
  if (!list) throw failure("not_found");
  const title = checkedTitle(body.title);
  const change =
    params === undefined
      ? { title }
      : { title, params: checkedParams(list, params) };
  assertNotify(list, notify);
  const settled = await settledNow(database);
  await inTransaction(database, async (trx) => {
    await changeSearch(trx, key, change);
    if (notify === undefined) return;
    const now = context.clock.now();
    await setNotify(trx, key, { notify, now, settled });
  });
}

/** Throws invalid_choice for alerts of a list without new lots. */
function assertNotify(list: ViewedList, notify: Notify = "none"): void {
  if (notify !== "none" && !hasAlerts(list.resource))
    throw fieldFailure("notify", "invalid_choice");
}

/** Deletes a search of the viewer. Throws not_found for any other search. */
export async function deleteSearch(
  { database }: Pick<Context, "database">,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<void> {
  const key = { user_id: viewer.userId, id };
  await inTransaction(database, async (trx) => {
    if (!(await removeSearch(trx, key))) throw failure("not_found");
  });
}

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
function checkedParams({ resource, row }: ViewedList, text: string): string {
  const { params, dropped } = readSaved(resource, row, text);
  if (dropped.length === 0) return params;
  const rejected = dropped.map(({ param, value }) => `${param}=${value}`);
  const parts = rejected.join(", ").slice(0, longestQuote);
  throw failure("invalid_choice", {
    errors: { params: [{ key: "errors.not_taken", values: { parts } }] },
  });
}
