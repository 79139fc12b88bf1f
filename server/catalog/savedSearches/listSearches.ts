import type { Viewer } from "../../../domain/access";
import { toJapanIso } from "../../../domain/japanTime";
import { readSaved } from "../../../domain/listing/savedSearch";
import type { MySearchReply } from "../../../generated/schemas";
import type { Context } from "../../workspace/context";
import type { ListingReader } from "../../workspace/listing";
import { findSearches, type SavedSearchRow } from "./savedSearchQueries";
import { namesOf, wordsIn } from "./searchNames";
import { viewedList, type Declared, type ViewedList } from "./viewedList";

type DictionaryCache = ListingReader["dictionaries"];
type Item = MySearchReply["items"][number];

/**
 * The viewer's searches of a type, each as far as the viewer's list still
 * takes it, with what it no longer takes beside it; none of a list that the
 * viewer may not see. What is stored stays, so that a filter that comes back
 * works again.
 */
export async function listSearches(
  context: Pick<Context, "database"> & Declared,
  {
    viewer,
    type,
    dictionaries,
  }: { viewer: Viewer; type: string; dictionaries: DictionaryCache },
): Promise<Item[]> {
  const list = viewedList(context, viewer, type);
  if (!list) return [];
  const { kysely } = context.database;
  const rows = await findSearches(kysely, { user_id: viewer.userId, type });
  const read = rows.map((row) => ({
    row,
    ...readSaved(list.resource, list.row, row.params),
  }));
  await dictionaries.load(
    read.flatMap(({ state }) => wordsIn(list, state.filters)),
  );
  return read.map((one) => itemOf(list, dictionaries, one));
}

function itemOf(
  list: ViewedList,
  dictionaries: DictionaryCache,
  {
    row,
    state,
    params,
    dropped,
  }: { row: SavedSearchRow } & ReturnType<typeof readSaved>,
): Item {
  const { id, title, type, created_at } = row;
  return {
    id,
    title,
    type,
    params,
    createdAt: toJapanIso(created_at),
    names: namesOf(list, dictionaries, state.filters),
    ...(dropped.length > 0
      ? { dropped: dropped.map(({ param, value }) => ({ param, value })) }
      : {}),
  };
}
