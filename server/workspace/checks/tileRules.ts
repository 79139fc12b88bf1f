import { summaryField } from "../../../domain/summary";
import type { FindTileList, Tile, TileList } from "../../../domain/dashboard";
import { tileState } from "../../../domain/dashboard";
import { hasChoices } from "../../../domain/listing/kinds/kinds";
import { filterId, type Filter } from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, type Fault, type Message } from "../../platform/problem";

/** The lists that tiles may read. */
export type Lists = {
  /** The names of all lists, also of those with mistakes. */
  names: readonly string[];
  /** Returns a list without mistakes, as its declaration has it. */
  find: FindTileList;
};

/** The keys that only tiles of some kinds have. */
const ownKeys: Readonly<Record<Tile["kind"], readonly (keyof Tile)[]>> = {
  count: [],
  sum: ["field", "as"],
  rows: ["sort", "rows", "columns"],
  groups: ["by", "most", "order"],
  chart: [],
};
const neededKeys: readonly (keyof Tile)[] = ["field", "by"];

/** Yields the mistakes of a tile that has passed the meta-schema. */
export function* tileFaults(tile: Tile, lists: Lists): Generator<Fault> {
  const { kind } = tile;
  const own = ownKeys[kind];
  for (const key of Object.values(ownKeys).flat())
    if (tile[key] !== undefined && !own.includes(key))
      yield fault(`/${key}`, "tileKeyUnused", { key, kind });
  for (const key of own)
    if (neededKeys.includes(key) && tile[key] === undefined)
      yield fault("", "tileKeyMissing", { key, kind });
  const list = lists.find(tile.list);
  if (list) {
    yield* queryFaults(tile, list);
    yield* partFaults(tile, list);
  } else if (!lists.names.includes(tile.list))
    yield fault("/list", "unknownList", {
      name: tile.list,
      hint: hintFor(tile.list, lists.names),
    });
}

/** Finds filters, values and a sort that the list lacks. */
export function* queryFaults(
  tile: Partial<Pick<Tile, "filters" | "sort">>,
  list: TileList,
): Generator<Fault> {
  const { filters = {}, sort } = tile;
  const { resource } = list;
  const ids = resource.filters.map(filterId);
  const unknown = Object.keys(filters).filter((id) => !ids.includes(id));
  for (const id of unknown)
    yield unknownName("/filters", "unknownFilterOf", id, ids, resource.name);
  if (sort && !resource.sorts.some(({ id }) => id === sort.id)) {
    const sorts = resource.sorts.map(({ id }) => id);
    yield unknownName(
      "/sort/id",
      "unknownSortOf",
      sort.id,
      sorts,
      resource.name,
    );
    return;
  }
  if (unknown.length > 0 || tileState(tile, list, anyDay)) return;
  // Values that are wrong alone, else values that do not fit each other.
  const wrong = Object.entries(filters).filter(
    ([id, text]) => !tileState({ filters: { [id]: text } }, list, anyDay),
  );
  for (const [id, value] of wrong.length > 0 ? wrong : Object.entries(filters))
    yield fault(`/filters/${escapePointer(id)}`, "tileFilterValue", {
      value,
      name: id,
      list: resource.name,
    });
}

const anyDay = new Date(0);

/** Finds the parts that the kind of the tile needs and the list lacks. */
function* partFaults(
  tile: Tile,
  { resource, row }: TileList,
): Generator<Fault> {
  const { name: list } = resource;
  switch (tile.kind) {
    case "count":
      return;
    case "sum": {
      const summary = (resource.summary ?? []).filter(
        (entry) => (typeof entry === "string") === (tile.as === undefined),
      );
      const names = summary.map(summaryField);
      if (tile.field !== undefined && !names.includes(tile.field))
        yield unknownName("/field", "tileFieldOf", tile.field, names, list);
      return;
    }
    case "rows": {
      const ids = resource.columns.map(({ id }) => id);
      for (const [index, id] of (tile.columns ?? []).entries())
        if (!ids.includes(id))
          yield unknownName(
            `/columns/${index}`,
            "unknownColumnOf",
            id,
            ids,
            list,
          );
      return;
    }
    case "groups": {
      if (!resource.calls.facets)
        yield fault("/list", "tileWithoutFacets", { list });
      const { by, filters = {} } = tile;
      if (by === undefined) return;
      const isCounted = (filter: Filter) =>
        hasChoices(row.properties[filter.field] ?? {}, filter);
      const ids = resource.filters.filter(isCounted).map(filterId);
      if (!ids.includes(by))
        yield unknownName("/by", "tileGroupsOf", by, ids, list);
      if (Object.hasOwn(filters, by))
        yield fault("/by", "tileGroupsFiltered", { name: by });
      return;
    }
    case "chart":
      if (!resource.chart) yield fault("/list", "tileWithoutChart", { list });
      else if (Object.hasOwn(tile.filters ?? {}, resource.chart.by ?? ""))
        yield fault("/filters", "tileGroupsFiltered", {
          name: resource.chart.by ?? "",
        });
  }
}

const unknownName = (
  pointer: string,
  id: Message["id"],
  name: string,
  names: readonly string[],
  list: string,
): Fault => fault(pointer, id, { name, list, hint: hintFor(name, names) });
