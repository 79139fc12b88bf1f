import { sql, type RawBuilder } from "kysely";
import { japanDay, toJapanIso } from "../../../../domain/japanTime";
import type { ChosenSort } from "../../../../domain/listing/state";
import {
  fieldType,
  isDate,
  type Field,
  type Order,
  type Resource,
  type RowSchema,
} from "../../../../domain/resource";
import { extraPlace, extraSortKey, fieldValue } from "../source/fieldSql";
import {
  fieldOf,
  storageOf,
  type Condition,
  type RowSource,
} from "../source/rowSource";

type Sql = RawBuilder<unknown>;
type Ordered = { source: RowSource; resource: Resource; row: RowSchema };

type ListingOrder = {
  /** The join that the keys need. */
  join: Sql;
  /** The expressions of ORDER BY. */
  keys: Sql;
};

/** A field to sort by; with `pastLast`, rows with a past time come after the others. */
type ChosenOrder = NonNullable<Resource["defaultOrder"]>;

/** Returns the chosen sort of a list, else the declared default, if it has one. */
export function chosenOrder(
  { sorts, defaultOrder }: Pick<Resource, "sorts" | "defaultOrder">,
  sort: ChosenSort | null,
): ChosenOrder | undefined {
  const declared = sorts.find(({ id }) => id === sort?.id);
  return sort && declared
    ? { field: declared.field, order: sort.order }
    : defaultOrder;
}

/** A time is past from the beginning of the next minute on. */
export const startOfMinute = (time: Date): Date =>
  new Date(Math.floor(time.getTime() / 60_000) * 60_000);

/** Returns a time as a field of `extra` holds it: a text in Japan time. */
export const extraTime = (field: Field, time: Date): string =>
  field.format === "date" ? japanDay(time) : toJapanIso(time);

type Key = { value: Sql; order: Order };

/**
 * Returns the order of a list. Nulls come last in both directions, texts use the C
 * collation, and ranked words compare by rank. The id is the last key, so that no row
 * appears on two pages.
 */
export function listingOrder(
  { source, resource, row }: Ordered,
  sort: ChosenSort | null,
  now: Date,
): ListingOrder {
  const chosen = chosenOrder(resource, sort);
  if (!chosen) return { join: sql``, keys: orderKeys(source, []) };
  const { field: name, order, pastLast } = chosen;
  const field = fieldOf(row, name);
  const { join, value } = sortKey(source, name, field);
  const until = startOfMinute(now);
  const past: Key[] = pastLast
    ? [{ value: pastKey(source, { name, field }, until), order: "ASC" }]
    : [];
  return { join, keys: orderKeys(source, [...past, { value, order }]) };
}

function orderKeys(source: RowSource, keys: readonly Key[]): Sql {
  const id = sql.ref(`${source.table}.${source.id}`);
  return sql.join([
    ...keys.map(({ value, order }) =>
      order === "DESC"
        ? sql`${value} desc nulls last`
        : sql`${value} asc nulls last`,
    ),
    sql`${id} asc`,
  ]);
}

/** Orders past rows last. In `extra`, times are texts in Japan time. */
function pastKey(
  source: RowSource,
  { name, field }: { name: string; field: Field },
  until: Date,
): Condition {
  const storage = storageOf(source, name);
  if (storage.kind === "extra") {
    const key = extraSortKey(extraPlace(source, storage), field);
    return sql`${key} < ${extraTime(field, until)}::text`;
  }
  return sql`${fieldValue(source, name, field)}::timestamptz < ${until}::timestamptz`;
}

function sortKey(
  source: RowSource,
  name: string,
  field: Field,
): { join: Sql; value: Sql } {
  const storage = storageOf(source, name);
  if (storage.kind === "term")
    return {
      join: sql`left join terms as sort_term
        on sort_term.kind = ${storage.dictionary}
        and sort_term.id = ${fieldValue(source, name, field)}`,
      value: storage.rankOf
        ? sql`sort_term.rank`
        : sql`sort_term.name collate "C"`,
    };
  const unjoined = sql``;
  if (storage.kind === "id")
    return {
      join: unjoined,
      value: sql.ref(`${source.table}.${storage.column}`),
    };
  if (storage.kind === "extra")
    return {
      join: unjoined,
      value: extraSortKey(extraPlace(source, storage), field),
    };
  const joined = storage.kind === "expression" ? storage.joined : undefined;
  const { join, value } = joined ?? {
    join: unjoined,
    value: fieldValue(source, name, field),
  };
  return { join, value: isText(field) ? sql`${value} collate "C"` : value };
}

const isText = (field: Field): boolean =>
  fieldType(field) === "string" && !isDate(field);
