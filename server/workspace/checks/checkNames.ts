import {
  detailFields,
  filterId,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { suggest } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import type { Fault } from "../../platform/problem";

type Check = (pointer: string, name: string | undefined) => Iterable<Fault>;

/**
 * What a declaration names that is not there: fields of its row, its own
 * filters and sorts. The nearest valid name is told.
 */
export function* checkNames(
  resource: Resource,
  row: RowSchema,
): Generator<Fault> {
  const known = (kind: string, names: readonly string[]): Check =>
    function* (pointer, name) {
      if (name === undefined || names.includes(name)) return;
      yield {
        pointer,
        reason: `"${name}" is no ${kind}${suggest(name, names)}`,
      };
    };
  const fields = Object.keys(row.properties);
  const field = known(`field of "${resource.row}"`, fields);
  const filter = known("filter", resource.filters.map(filterId));
  const sort = known(
    "sort",
    resource.sorts.map(({ id }) => id),
  );

  yield* field("/key", resource.key);
  yield* field("/defaultOrder/field", resource.defaultOrder?.field);
  for (const [index, column] of resource.columns.entries()) {
    const pointer = `/columns/${index}`;
    yield* each(`${pointer}/fields`, column.fields, field);
    yield* sort(`${pointer}/sort`, column.sort);
  }
  for (const [index, one] of resource.filters.entries()) {
    const pointer = `/filters/${index}`;
    yield* field(`${pointer}/field`, one.field);
    yield* filter(`${pointer}/by`, one.by);
    yield* each(`${pointer}/resets`, one.resets, filter);
  }
  for (const [index, one] of resource.sorts.entries())
    yield* field(`/sorts/${index}/field`, one.field);
  for (const [index, one] of (resource.search?.parameters ?? []).entries())
    yield* each(`/search/parameters/${index}/fields`, one.fields, field);
  for (const [name, call] of Object.entries(resource.calls.options ?? {})) {
    const pointer = `/calls/options/${escapePointer(name)}`;
    yield* filter(pointer, name);
    yield* filter(`${pointer}/by`, call.by);
  }
  yield* filter("/tabs/filter", resource.tabs?.filter);
  for (const name of detailFields(resource.detailRoute))
    yield* field("/detailRoute", name);
  yield* cardNames(resource, field);
}

function* each(
  pointer: string,
  names: readonly string[] | undefined,
  check: Check,
): Generator<Fault> {
  for (const [place, name] of (names ?? []).entries())
    yield* check(`${pointer}/${place}`, name);
}

function* cardNames({ card }: Resource, field: Check): Generator<Fault> {
  if (!card) return;
  for (const part of ["badge", "price", "status"] as const)
    yield* field(`/card/${part}`, card[part]);
  yield* each("/card/title", card.title, field);
  for (const [line, names] of (card.lines ?? []).entries())
    yield* each(`/card/lines/${line}`, names, field);
}
