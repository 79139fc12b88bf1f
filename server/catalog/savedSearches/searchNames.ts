import { filterKind } from "../../../domain/listing/filterKind";
import type { ListingState } from "../../../domain/listing/state";
import { filterId, filterParam } from "../../../domain/resource";
import type { ListingReader } from "../../workspace/listing";
import type { ViewedList } from "./viewedList";

type Filters = ListingState["filters"];
type DictionaryCache = ListingReader["dictionaries"];
type Names = Record<string, Record<string, string>>;

/** The dictionary words that filters choose, by parameter. */
function chosenWords({ resource, row }: ViewedList, filters: Filters) {
  return resource.filters.flatMap((filter) => {
    const field = row.properties[filter.field];
    const value = filters[filterId(filter)];
    if (!field || value?.kind !== "choices") return [];
    const kind = filterKind(field, filter);
    const dictionary = field["x-dictionary"];
    if (kind.kind !== "choices" || kind.of !== "terms" || !dictionary)
      return [];
    const { values } = value;
    return [{ param: filterParam(filter), kind: dictionary, values }];
  });
}

/** The words to load before `namesOf` can name them. */
export const wordsIn = (list: ViewedList, filters: Filters) =>
  chosenWords(list, filters).flatMap(({ kind, values }) =>
    values.map((id) => ({ kind, id: Number(id) })),
  );

/** What the ids that filters choose stand for; an id of no word is left out. */
export function namesOf(
  list: ViewedList,
  dictionaries: DictionaryCache,
  filters: Filters,
): Names {
  return Object.fromEntries(
    chosenWords(list, filters).map(({ param, kind, values }) => [
      param,
      Object.fromEntries(
        values.flatMap((id) => {
          const word = dictionaries.find(kind, Number(id));
          return word ? [[id, word.name] as const] : [];
        }),
      ),
    ]),
  );
}
