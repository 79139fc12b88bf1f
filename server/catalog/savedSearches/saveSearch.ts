import { mostSavedSearches } from "../../../domain/limits";
import type { Viewer } from "../../../domain/access";
import type { SaveSearchBody } from "../../../generated/schemas";
import { inTransaction } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import { checkedParams, checkedTitle } from "./checkSearch";
import { findSearches, insertSearch, lockSearches } from "./savedSearchQueries";
import { viewedList, type Declared } from "./viewedList";

/**
 * Saves a search of a list and returns its id; the same search under the same
 * title is not saved again. Throws invalid_choice against a type that is no
 * list of the viewer's, a title or params that are wrong, and saved_limit when
 * the viewer has ten of the type.
 */
export async function saveSearch(
  context: Pick<Context, "database" | "clock"> & Declared,
  { viewer, body }: { viewer: Viewer; body: SaveSearchBody },
): Promise<string> {
  const { type } = body;
  const list = viewedList(context, viewer, type);
  if (!list) throw fieldFailure("type", "invalid_choice");
  const title = checkedTitle(body.title);
  const params = checkedParams(list, body.params);
  const user_id = viewer.userId;
  return inTransaction(context.database, async (trx) => {
    await lockSearches(trx, user_id);
    const own = await findSearches(trx, { user_id, type });
    const same = own.find(
      (one) => one.title === title && one.params === params,
    );
    if (same) return same.id;
    if (own.length >= mostSavedSearches) throw failure("saved_limit");
    const created_at = context.clock.now();
    return insertSearch(trx, { user_id, type, title, params, created_at });
  });
}
