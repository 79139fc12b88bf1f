import { sql, type RawBuilder } from "kysely";
import { filterKind } from "../../../domain/listing/filterKind";
import {
  fieldType,
  isDate,
  type Field,
  type Filter,
  type Order,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { storageOf, type RowSource } from "../listing/rowSource";
import {
  indexName,
  sqlText,
  type IndexedSet,
  type WantedIndex,
} from "./wantedIndexes";

/** The filters that lead an index of all filters: the first of a list with choices. */
const leadingFilters = 2;

/**
 * Returns the indexes for lists that the database answers: lists of an area, and
 * lists of a whole table whose rows have change numbers. Where it is not known
 * who answers, present indexes are kept and none is made. Each declared sort of a
 * column has one for both directions, so that a page is read in order; a sort by words
 * has one in which each word has its rows in order. The first
 * two filters with choices each lead an index that contains the columns of all
 * filters and sorts, so that counts do not read the rows. A filter of many values
 * has an index of its own.
 */
export function listIndexes(
  { resources, row, sourceOf }: IndexedSet,
  isInMemory: (area: string) => boolean | undefined,
): WantedIndex[] {
  const places = new Map<string, Place>();
  for (const resource of resources) {
    const { pageType: area } = resource;
    const source = sourceOf(resource.row, resources);
    const table = source && tableOf(source, area);
    if (!table) continue;
    const isKept = area === undefined ? false : isInMemory(area);
    if (isKept) continue;
    const list = { source, resource, row: row(resource.row) };
    const lists = [...(places.get(table)?.lists ?? []), list];
    const isOptional = isKept === undefined;
    places.set(table, { prefix: area ?? table, isOptional, lists });
  }
  const byName = new Map<string, WantedIndex>();
  for (const [table, { prefix, isOptional, lists }] of places) {
    const wanted = [
      ...lists.flatMap((list) => [...orders(list)]),
      ...covers(lists),
      ...lists.flatMap((list) => [...selective(list)]),
    ];
    for (const { about, columns } of wanted) {
      const definition = sqlText(columns);
      const readable = `auto_${prefix}_${about}`;
      const name = indexName({ readable, table, definition });
      byName.set(name, { name, table, definition, isOptional });
    }
  }
  return [...byName.values()];
}

/** Returns the table or partition that holds the rows of a list and no others. */
function tableOf(source: RowSource, area?: string): string | undefined {
  if (area !== undefined) return source.partition?.(area);
  const { table, areaColumn, rows, changes } = source;
  return changes && areaColumn === undefined && !rows ? table : undefined;
}

type List = { source: RowSource; resource: Resource; row: RowSchema };
/** The lists over one table. */
type Place = { prefix: string; isOptional: boolean; lists: List[] };
type ListIndex = { about: string; columns: RawBuilder<unknown> };

/** The order of texts has another collation. */
function* orders({ source, resource, row }: List): Generator<ListIndex> {
  const { sorts, defaultOrder } = resource;
  const both: readonly Order[] = ["ASC", "DESC"];
  const wanted = [
    ...sorts.flatMap(({ field }) => both.map((order) => ({ field, order }))),
    ...(defaultOrder ? [defaultOrder] : []),
  ];
  for (const { field: name, order } of wanted) {
    const storage = storageOf(source, name);
    const field = row.properties[name];
    const isWord = storage.kind === "term";
    const isColumn = storage.kind === "column" && field && !isText(field);
    if (!isWord && !isColumn) continue;
    const isDescending = order === "DESC" && !isWord;
    const direction = isDescending ? sql` desc nulls last` : sql``;
    yield {
      about: `${name}_order`,
      columns: sql`using btree (${sql.ref(storage.column)}${direction}, ${sql.ref(source.id)})`,
    };
  }
}

/** Lists with the same leading filters share an index with the columns of all. */
function covers(lists: readonly List[]): ListIndex[] {
  const columnsOfKeys = new Map<string, { keys: string[]; all: string[] }>();
  for (const list of lists)
    for (const { keys, all } of coversOf(list)) {
      const known = columnsOfKeys.get(keys.join())?.all ?? [];
      columnsOfKeys.set(keys.join(), { keys, all: [...known, ...all] });
    }
  return [...columnsOfKeys.values()].map(({ keys, all }) => {
    const rest = [...new Set(all)].filter((column) => !keys.includes(column));
    return {
      about: `${keys[0]}_lists`,
      columns: sql`using btree (${refs(keys)}) include (${refs(rest)})`,
    };
  });
}

/** Returns the columns that lead a covering index of a list, and all its columns. */
function coversOf(list: List): { keys: string[]; all: string[] }[] {
  const { source, resource, row } = list;
  const choices = resource.filters
    .filter(({ field, by }) => row.properties[field] && by === undefined)
    .filter(
      (filter) =>
        filterKind(row.properties[filter.field] ?? {}, filter).kind ===
        "choices",
    )
    .flatMap((filter) => columnsOf(list, filter).slice(0, 1));
  const leading = [...new Set(choices)].slice(0, leadingFilters);
  const all = [
    ...resource.filters.flatMap((filter) => columnsOf(list, filter)),
    ...resource.sorts.flatMap((sort) => columnsOf(list, sort)),
    ...(resource.defaultOrder ? columnsOf(list, resource.defaultOrder) : []),
    source.id,
  ];
  return leading.map((first) => ({
    keys: [first, ...leading.filter((column) => column !== first)],
    all,
  }));
}

/** A filter that shows only its top values has many, each with few rows. */
function* selective(list: List): Generator<ListIndex> {
  for (const filter of list.resource.filters) {
    const [column] = columnsOf(list, filter);
    if (filter.top === undefined || column === undefined) continue;
    yield {
      about: `${column}_values`,
      columns: sql`using btree (${sql.ref(column)})`,
    };
  }
}

/** Returns the columns that a filter or sort compares, the compared one first. */
function columnsOf(
  { source, row }: List,
  { field: name, ...filter }: Pick<Filter, "field" | "send">,
): string[] {
  const storage = storageOf(source, name);
  const field = row.properties[name];
  if (storage.kind === "term" || storage.kind === "id") return [storage.column];
  if (storage.kind !== "column" || !field || isText(field)) return [];
  const kind = filterKind(field, { field: name, ...filter });
  const isDays =
    kind.kind === "dates" || (kind.kind === "choices" && kind.of === "days");
  return isDays && storage.day !== undefined
    ? [storage.day, storage.column]
    : [storage.column];
}

const refs = (columns: readonly string[]) =>
  sql.join(columns.map((column) => sql.ref(column)));

const isText = (field: Field): boolean =>
  fieldType(field) === "string" && !isDate(field);
