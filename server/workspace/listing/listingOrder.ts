import { sql, type RawBuilder } from "kysely";
import type { ChosenSort } from "../../../domain/listing/state";
import {
  fieldType,
  isDate,
  type Order,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { fieldValue } from "./fieldSql";
import { fieldOf, storageOf, type RowSource } from "./rowSource";

type Sql = RawBuilder<unknown>;
type Ordered = { source: RowSource; resource: Resource; row: RowSchema };
/** What ORDER BY says, and the join it may need. */
export type ListingOrder = { join: Sql; keys: Sql };

/**
 * The order of a list: the chosen sort, else the declared one. Only fields
 * that the declaration sorts by; rows without a value last both ways, texts in
 * C order, ranked words by rank, and in the end by id, so that no two rows
 * ever trade places between pages. With `pastLast` rows whose time has passed,
 * to the minute, come after the others.
 */
export function listingOrder(
  ordered: Ordered,
  sort: ChosenSort | null,
  now: Date,
): ListingOrder {
  const { source, resource, row } = ordered;
  const id: Sql = sql`${sql.ref(`${source.table}.${source.id}`)} asc`;
  const declared = resource.sorts.find((one) => one.id === sort?.id);
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
  const field = fieldOf(row, defaultOrder.field);
  const time = fieldValue(source, defaultOrder.field, field);
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  const isPast = sql`${time}::timestamptz < ${minute}::timestamptz asc nulls last`;
  return { join, keys: sql.join([isPast, key, id]) };
}

function sortKey(
  { source, row }: Ordered,
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
        storage.isRanked
          ? sql`sort_term.rank`
          : sql`sort_term.name collate "C"`,
      ),
    };
  if (storage.kind === "id")
    return {
      join: sql``,
      key: by(sql.ref(`${source.table}.${storage.column}`)),
    };
  const value = fieldValue(source, name, field);
  const isText = fieldType(field) === "string" && !isDate(field);
  const isExtraDate = isDate(field) && storage.kind === "extra";
  return {
    join: sql``,
    key: by(isText || isExtraDate ? sql`${value} collate "C"` : value),
  };
}
