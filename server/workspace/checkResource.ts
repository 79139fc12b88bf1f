import { readFilter } from "../../domain/listing/filterText";
import {
  detailFields,
  filterId,
  filterParam,
  filterSend,
  type Resource,
  type RowSchema,
} from "../../domain/resource";
import { nearest } from "../platform/nearest";
import { escapePointer } from "../platform/pointer";

/** What is wrong inside one file. */
export type Fault = { pointer: string; reason: string };

/** Names of the list and export calls that no filter may take. */
const reserved = ["page", "pageSize", "sort", "order", "format", "columns"];
/** Names of a list's reply, and of the facets', that are not for its parts. */
const replyNames = ["success", "pageInfo", "counters", "totalBids"];
const facetNames = ["success", "totalSearchResults", "totalResults"];

/**
 * What a declaration names that is not there: fields of its row, its own
 * filters and sorts; and what it names twice. The nearest valid name is told.
 */
export function* checkResource(
  resource: Resource,
  row: RowSchema,
): Generator<Fault> {
  const fields = Object.keys(row.properties);
  const filters = resource.filters.map(filterId);
  const sorts = resource.sorts.map(({ id }) => id);
  const field = (pointer: string, name: string | undefined) =>
    known({ pointer, name, names: fields, kind: `field of "${resource.row}"` });
  const filter = (pointer: string, name: string | undefined) =>
    known({ pointer, name, names: filters, kind: "filter" });
  const sort = (pointer: string, name: string | undefined) =>
    known({ pointer, name, names: sorts, kind: "sort" });

  yield* field("/key", resource.key);
  yield* field("/defaultOrder/field", resource.defaultOrder?.field);
  for (const [index, column] of resource.columns.entries()) {
    const pointer = `/columns/${index}`;
    for (const [place, name] of column.fields.entries())
      yield* field(`${pointer}/fields/${place}`, name);
    yield* sort(`${pointer}/sort`, column.sort);
  }
  for (const [index, one] of resource.filters.entries()) {
    const pointer = `/filters/${index}`;
    yield* field(`${pointer}/field`, one.field);
    yield* filter(`${pointer}/by`, one.by);
    if (one.by === filterId(one))
      yield { pointer: `${pointer}/by`, reason: "is the filter itself" };
    for (const [place, name] of (one.resets ?? []).entries())
      yield* filter(`${pointer}/resets/${place}`, name);
  }
  for (const [index, one] of resource.sorts.entries())
    yield* field(`/sorts/${index}/field`, one.field);
  for (const [index, one] of (resource.search?.parameters ?? []).entries())
    for (const [place, name] of one.fields.entries())
      yield* field(`/search/parameters/${index}/fields/${place}`, name);
  for (const [name, call] of Object.entries(resource.calls.options ?? {})) {
    const pointer = `/calls/options/${escapePointer(name)}`;
    yield* filter(pointer, name);
    yield* filter(`${pointer}/by`, call.by);
  }
  yield* checkCard(resource, field);
  yield* checkTabs(resource, row, filter);
  yield* checkDetailRoute(resource, field);
  yield* checkUnique(resource);
}

type Check = (pointer: string, name: string | undefined) => Iterable<Fault>;

function* known(options: {
  pointer: string;
  name: string | undefined;
  names: readonly string[];
  kind: string;
}): Generator<Fault> {
  const { pointer, name, names, kind } = options;
  if (name === undefined || names.includes(name)) return;
  const near = nearest(name, names);
  const hint = near ? `; did you mean "${near}"?` : "";
  yield { pointer, reason: `"${name}" is no ${kind}${hint}` };
}

function* checkCard({ card }: Resource, field: Check): Generator<Fault> {
  if (!card) return;
  for (const part of ["badge", "price", "status"] as const)
    yield* field(`/card/${part}`, card[part]);
  for (const [place, name] of card.title.entries())
    yield* field(`/card/title/${place}`, name);
  for (const [line, names] of (card.lines ?? []).entries())
    for (const [place, name] of names.entries())
      yield* field(`/card/lines/${line}/${place}`, name);
}

function* checkTabs(
  { tabs, filters }: Resource,
  row: RowSchema,
  filter: Check,
): Generator<Fault> {
  if (!tabs) return;
  yield* filter("/tabs/filter", tabs.filter);
  const target = filters.find((one) => filterId(one) === tabs.filter);
  const field = target && row.properties[target.field];
  if (!field) return;
  for (const [index, { value }] of tabs.values.entries())
    if (value !== "All" && !readFilter(field, target, value))
      yield {
        pointer: `/tabs/values/${index}/value`,
        reason: `"${value}" is no value of the filter "${tabs.filter}"`,
      };
}

function* checkDetailRoute(
  { detailRoute }: Resource,
  field: Check,
): Generator<Fault> {
  for (const name of detailFields(detailRoute))
    yield* field("/detailRoute", name);
}

function* checkUnique(resource: Resource): Generator<Fault> {
  const { columns, filters, sorts, search, calls } = resource;
  const { rows } = calls.list;
  if (replyNames.includes(rows))
    yield { pointer: "/calls/list/rows", reason: `"${rows}" is taken` };
  const lists = [
    { part: "columns", names: columns.map(({ id }) => [id]) },
    { part: "sorts", names: sorts.map(({ id }) => [id]) },
    {
      part: "filters",
      names: filters.map((one) => [filterId(one)]),
      taken: facetNames,
    },
    {
      part: "search/send",
      names: (search?.send ?? []).map((name) => [name]),
      taken: reserved,
    },
    { part: "filters", names: filters.map((one) => [filterParam(one)]) },
    {
      part: "filters",
      names: filters.map((one) => [...filterSend(one)]),
      taken: [...reserved, ...(search?.send ?? [])],
    },
  ];
  for (const { part, names, taken } of lists) {
    const seen = new Set(taken);
    for (const [index, group] of names.entries())
      for (const name of group) {
        const pointer = `/${part}/${index}`;
        if (seen.has(name)) yield { pointer, reason: `"${name}" is taken` };
        seen.add(name);
      }
  }
}
