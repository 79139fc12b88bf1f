import { sql, type RawBuilder } from "kysely";
import type { ChosenSort } from "../../../domain/listing/state";
import {
  fieldType,
  isDate,
  type Order,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { japanDay, toJapanIso } from "../../../domain/japanTime";
import { extraSortKey } from "./extraSql";
import { extraPlace, fieldValue } from "./fieldSql";
import { fieldOf, storageOf, type RowSource } from "./rowSource";

type Sql = RawBuilder<unknown>;
type Ordered = { source: RowSource; resource: Resource; row: RowSchema };
/** The expressions of ORDER BY, and the join that they need. */
export type ListingOrder = { join: Sql; keys: Sql };

/**
 * Returns the order of a list: the chosen sort, else the declared default.
 * Nulls come last in both directions, texts use the C collation, and ranked
 * words compare by rank. The id is the last key, so that no row appears on two
 * pages. With `pastLast`, rows with a past time (to the minute) come after the
 * others.
 */
export function listingOrder(
  ordered: Ordered,
  sort: ChosenSort | null,
  now: Date,
): ListingOrder {
  const { source, resource, row } = ordered;
  const id: Sql = sql`${sql.ref(`${source.table}.${source.id}`)} asc`;
  const declared = resource.sorts.find(
    (declaredSort) => declaredSort.id === sort?.id,
  );
  const { defaultOrder } = resource;
  if (sort && declared) {
    const { join, key } = sortKey(ordered, declared.field, sort.order);
    return { join, keys: sql.join([key, id]) };
  }
  if (!defaultOrder) return { join: sql``, keys: id };
  const { join, key } = sortKey(
    ordered,
    defaultOrder.field,
    defaultOrder.order,
  );
  if (!defaultOrder.pastLast) return { join, keys: sql.join([key, id]) };
  const isPast = pastKey({ source, row }, defaultOrder.field, now);
  return { join, keys: sql.join([isPast, key, id]) };
}

/** Orders past rows last. In `extra`, times are texts in Japan time. */
function pastKey(
  { source, row }: Omit<Ordered, "resource">,
  name: string,
  now: Date,
): Sql {
  const storage = storageOf(source, name);
  const field = fieldOf(row, name);
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  if (storage.kind === "extra") {
    const key = extraSortKey(extraPlace(source, storage), field);
    const end = field.format === "date" ? japanDay(now) : toJapanIso(minute);
    return sql`${key} < ${end}::text asc nulls last`;
  }
  const time = fieldValue(source, name, field);
  return sql`${time}::timestamptz < ${minute}::timestamptz asc nulls last`;
}

function sortKey(
  { source, row }: Omit<Ordered, "resource">,
  name: string,
  order: Order,
): { join: Sql; key: Sql } {
  const storage = storageOf(source, name);
  const field = fieldOf(row, name);
  const direction = order === "DESC" ? sql`desc` : sql`asc`;
  const by = (value: Sql): Sql => sql`${value} ${direction} nulls last`;
  if (storage.kind === "term")
    return {
      join: sql`left join terms as sort_term
        on sort_term.kind = ${storage.dictionary}
        and sort_term.id = ${fieldValue(source, name, field)}`,
      key: by(
        storage.rankOf ? sql`sort_term.rank` : sql`sort_term.name collate "C"`,
      ),
    };
  const join = sql``;
  if (storage.kind === "id")
    return { join, key: by(sql.ref(`${source.table}.${storage.column}`)) };
  if (storage.kind === "extra")
    return { join, key: by(extraSortKey(extraPlace(source, storage), field)) };
  const value = fieldValue(source, name, field);
  const isText = fieldType(field) === "string" && !isDate(field);
  return { join, key: by(isText ? sql`${value} collate "C"` : value) };
}
