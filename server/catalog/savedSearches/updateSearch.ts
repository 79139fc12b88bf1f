import type { Viewer } from "../../../domain/access";
import type { UpdateSearchBody } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import { checkedParams, checkedTitle } from "./checkSearch";
import { changeSearch, findSearch } from "./savedSearchQueries";
import { viewedList, type Declared } from "./viewedList";

/**
 * Renames a search of the viewer's own and, where params are given, keeps
 * those in place of what it was saved with. Throws not_found for any other
 * search or one of a list that the viewer may no longer see, and
 * invalid_choice against a title or params that are wrong.
 */
export async function updateSearch(
  context: Pick<Context, "database"> & Declared,
  { viewer, body }: { viewer: Viewer; body: UpdateSearchBody },
): Promise<void> {
  const { kysely } = context.database;
  const own = { user_id: viewer.userId, id: body.id };
  const search = await findSearch(kysely, own);
  const list = search && viewedList(context, viewer, search.type);
  if (!list) throw failure("not_found");
  const title = checkedTitle(body.title);
  const params =
    body.params === undefined ? undefined : checkedParams(list, body.params);
  await changeSearch(kysely, own, {
    title,
    ...(params === undefined ? {} : { params }),
  });
}
