import type { Viewer } from "../../../domain/access";
import { toJapanIso } from "../../../domain/japanTime";
import { filterKind } from "../../../domain/listing/filterKind";
import { readSaved } from "../../../domain/listing/savedSearch";
import type { ListingState } from "../../../domain/listing/state";
import { filterId, filterParam } from "../../../domain/resource";
import type { MySearchReply } from "../../../generated/schemas";
import type { Context } from "../../workspace/context";
import type { ListingReader } from "../../workspace/listing";
import { hasAlerts } from "./notifyOption";
import { findSearches } from "./savedSearchQueries";
import { viewedList, type Declared, type ViewedList } from "./viewedList";

type DictionaryCache = ListingReader["dictionaries"];
type Item = MySearchReply["items"][number];

/**
 * Returns the viewer's saved searches of a type, or no searches when the list
 * is hidden from the viewer. `params` has the criteria that the list still
 * accepts, `dropped` the others. The stored search is not changed, so that a
 * filter that is declared again applies again.
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
  const searches = rows.map((row) => {
    const saved = readSaved(list.resource, list.row, row.params);
    return { row, saved, terms: chosenTerms(list, saved.state.filters) };
  });
  await dictionaries.load(searches.flatMap(({ terms }) => terms));
  return searches.map(({ row, saved: { params, dropped }, terms }) => ({
    id: row.id,
    title: row.title,
    type: row.type,
    params,
    createdAt: toJapanIso(row.created_at),
    names: namesOf(terms, dictionaries),
    ...(hasAlerts(list.resource) ? { notify: row.notify } : {}),
    ...(dropped.length > 0
      ? { dropped: dropped.map(({ param, value }) => ({ param, value })) }
      : {}),
  }));
}

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
    const control = filterKind(field, filter);
    if (control.kind !== "choices" || control.of !== "terms") return [];
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
