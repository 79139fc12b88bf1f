import type { Viewer } from "../../../domain/access";
import { japanDay, toJapanIso } from "../../../domain/japanTime";
import { filterKind } from "../../../domain/listing/kinds/kinds";
import type { Dropped, ListingState } from "../../../domain/listing/state";
import { layoutOfColumns } from "../../../domain/listing/savedLayout";
import { readSaved } from "../../../domain/listing/savedSearch";
import { filterId, filterParam } from "../../../domain/resource";
import type { MySearchReply } from "../../../generated/schemas";
import type { Context } from "../../workspace/context";
import type { ListingReader } from "../../workspace/listing";
import { hasAlerts, type AlertLists } from "./notifyOption";
import {
  findListed,
  findSavedTypes,
  type ListedSearch,
} from "./savedSearchQueries";
import { viewedList, type Declared, type ViewedList } from "./viewedList";

type DictionaryCache = ListingReader["dictionaries"];
type Item = MySearchReply["items"][number];

/**
 * Returns the searches of a type as `searchesOfType` does; without a type, those of every
 * type of which the viewer has saved a search.
 */
export async function listSearches(
  context: Parameters<typeof searchesOfType>[0],
  {
    type,
    ...options
  }: { viewer: Viewer; type?: string; dictionaries: DictionaryCache },
): Promise<Item[]> {
  const { kysely } = context.database;
  const types =
    type === undefined
      ? await findSavedTypes(kysely, options.viewer.userId)
      : [type];
  const items: Item[] = [];
  for (const each of types)
    items.push(...(await searchesOfType(context, { ...options, type: each })));
  return items;
}

/**
 * Returns the viewer's saved searches of a type and the views that others share with
 * the viewer, or no searches when the list is hidden from the viewer. `params` has
 * the criteria that the list still accepts, `dropped` the others. The stored search
 * is not changed, so that a filter that is declared again applies again. Views of
 * others name no filter and no column that is hidden from the viewer.
 */
async function searchesOfType(
  context: Pick<Context, "database" | "clock"> & Declared & AlertLists,
  {
    viewer,
    type,
    dictionaries,
  }: { viewer: Viewer; type: string; dictionaries: DictionaryCache },
): Promise<Item[]> {
  const list = viewedList(context, viewer, type);
  if (!list) return [];
  const { kysely } = context.database;
  const { resource } = list;
  const withShared = resource.savedViews?.share !== undefined;
  const user_id = viewer.userId;
  const rows = await findListed(kysely, { user_id, type, withShared });
  const day = japanDay(context.clock.now());
  const searches = rows.map((row) => {
    const saved = readSaved(resource, list.row, row.params, day);
    return { row, saved, terms: chosenTerms(list, saved.state.filters) };
  });
  await dictionaries.load(searches.flatMap(({ terms }) => terms));
  const declared = context.workspace
    .resources()
    .find(({ name }) => name === resource.name);
  const known = new Set(declared?.filters.map(filterParam));
  const shown = new Set(resource.filters.map(filterParam));
  /** A filter that is only hidden from the viewer does not count as dropped. */
  const droppedFor = (row: ListedSearch, dropped: readonly Dropped[]) =>
    dropped.filter(
      ({ param }) =>
        row.user_id === user_id || shown.has(param) || !known.has(param),
    );
  return searches.map(({ row, saved: { params, dropped }, terms }) => ({
    id: row.id,
    title: row.title,
    type: row.type,
    params,
    createdAt: toJapanIso(row.created_at),
    names: namesOf(terms, dictionaries),
    ...(hasAlerts(context, resource) ? { notify: row.notify } : {}),
    ...(resource.savedViews ? viewParts(list, { row, user_id }) : {}),
    ...(droppedFor(row, dropped).length > 0
      ? {
          dropped: droppedFor(row, dropped).map(({ param, value }) => ({
            param,
            value,
          })),
        }
      : {}),
  }));
}

/** Returns the parts of an item that only views have. */
const viewParts = (
  { resource }: ViewedList,
  { row, user_id }: { row: ListedSearch; user_id: string },
): Partial<Item> => ({
  isDefault: row.is_default,
  shared: row.is_shared,
  ...(row.user_id === user_id
    ? row.layout && { layout: row.layout }
    : {
        owner: row.owner,
        ...(row.layout && {
          layout: layoutOfColumns(row.layout, resource.columns),
        }),
      }),
});

type ChosenTerm = { param: string; kind: string; id: number };

/** Returns the dictionary terms that the filters choose. */
const chosenTerms = (
  { resource, row }: ViewedList,
  filters: ListingState["filters"],
): ChosenTerm[] =>
  resource.filters.flatMap((filter) => {
    const field = row.properties[filter.field];
    const value = filters[filterId(filter)];
    const kind = field?.["x-dictionary"];
    if (!field || !kind || value?.kind !== "choices") return [];
    if (filterKind(field, filter) !== "terms") return [];
    const param = filterParam(filter);
    return value.values.map((id) => ({ param, kind, id: Number(id) }));
  });

/** Returns the names of terms by parameter and id, without unknown ids. */
function namesOf(
  terms: readonly ChosenTerm[],
  dictionaries: DictionaryCache,
): Record<string, Record<string, string>> {
  const names: Record<string, Record<string, string>> = {};
  for (const { param, kind, id } of terms) {
    const ofParam = (names[param] ??= {});
    const term = dictionaries.find(kind, id);
    if (term) ofParam[String(id)] = term.name;
  }
  return names;
}
