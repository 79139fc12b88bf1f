import { sql, type RawBuilder } from "kysely";
import type { ColumnOrder, ListingOrder } from "./listingOrder";
import type { OrderPoint } from "./markedMemory";
import type { Condition } from "./rowSource";
import type { TablePlace } from "./tablePlace";

type Sql = RawBuilder<unknown>;

/** A part of a list that one ORDER BY puts in order. */
export type Segment = {
  where: Condition;
  /** The number of its rows, or null if it is not known. */
  count: number | null;
};

/** Rows to read in one SELECT. */
export type PageSlice = {
  statement: Sql;
  /** The number of rows that it must give; null if that is not known. */
  expected: number | null;
  isReversed: boolean;
  segment: number;
  /** The place after its last row. */
  end: number;
};

/** A row of a slice: its id, and its sort key as text if an index gives it. */
export type SliceRow = [id: string, key: string | null];

/** The rows to read, and their order. */
export type Read<Order> = {
  place: TablePlace;
  order: Order;
  /** The conditions of the query. */
  where: Condition;
};

/**
 * Returns the SELECT of rows in the order of a sort of all matches. Its subquery
 * keeps PostgreSQL from walking the index of the order, which is slow where
 * few rows match.
 */
export function sortedSlice(
  { place, order, where }: Read<ListingOrder>,
  { offset, size, total }: { offset: number; size: number; total: number },
): PageSlice {
  const { from, source } = place;
  const { limit, skipped, isReversed } = nearerEnd({ offset, size, total });
  const table = sql.table(source.table);
  // Arrays are made after the limit: to sort them takes twice as long as to sort ids.
  const statement = sql`
    select array[sliced.id::text, null] from (
      select ${idOf(place)} as id
      from (select * from ${from} where ${where} offset 0) as ${table} ${order.join}
      order by ${isReversed ? order.reversed : order.keys}
      limit ${limit} offset ${skipped}
    ) as sliced`;
  return { statement, isReversed, expected: limit, segment: 0, end: 0 };
}

/**
 * Returns the SELECTs that read a page along the index of its order: from the
 * nearer end of each segment, or from a known place.
 */
export function orderedSlices(
  read: Read<ColumnOrder>,
  segments: readonly Segment[],
  {
    offset,
    size,
    pointsOf,
  }: {
    offset: number;
    size: number;
    /** Returns the known places of a segment. */
    pointsOf: (segment: number) => readonly OrderPoint[];
  },
): PageSlice[] {
  let before = 0;
  return segments.flatMap(({ where, count }, segment): PageSlice[] => {
    // Without counts, each segment is read up to the end of the page.
    if (count === null) {
      const limit = offset + size;
      const statement = select(read, { where, limit, skipped: 0 });
      return [
        { statement, expected: null, isReversed: false, segment, end: 0 },
      ];
    }
    const start = Math.max(0, offset - before);
    const limit = Math.min(count, offset + size - before) - start;
    before += count;
    if (limit <= 0) return [];
    const end = start + limit;
    const nearer = nearerEnd({ offset: start, size: limit, total: count });
    const point = nearestPoint(pointsOf(segment), start);
    if (point && start - point.offset < nearer.skipped)
      return [
        {
          statement: select(read, {
            where: sql<boolean>`${where} and ${isAfter(read, point)}`,
            limit,
            skipped: start - point.offset,
          }),
          expected: limit,
          isReversed: false,
          segment,
          end,
        },
      ];
    const statement = select(read, { where, ...nearer });
    const { isReversed } = nearer;
    return [{ statement, expected: limit, isReversed, segment, end }];
  });
}

/** Pages past the middle are read from the end. */
export function nearerEnd({
  offset,
  size,
  total,
}: {
  offset: number;
  size: number;
  total: number;
}): { limit: number; skipped: number; isReversed: boolean } {
  const limit = Math.max(0, Math.min(size, total - offset));
  const behind = total - offset - limit;
  return behind < offset
    ? { limit, skipped: Math.max(0, behind), isReversed: true }
    : { limit, skipped: offset, isReversed: false };
}

const nearestPoint = (
  points: readonly OrderPoint[],
  start: number,
): OrderPoint | undefined =>
  points.reduce<OrderPoint | undefined>(
    (nearest, point) =>
      point.offset <= start && point.offset > (nearest?.offset ?? -1)
        ? point
        : nearest,
    undefined,
  );

/**
 * Returns the condition for the rows after a place. Rows without a key are left
 * out, so that a slice that reaches them has too few rows.
 */
function isAfter(
  { place, order: { value, direction } }: Read<ColumnOrder>,
  { key, id }: OrderPoint,
): Condition {
  const isLater =
    direction === "DESC"
      ? sql`${value} <= ${key} and (${value} < ${key}`
      : sql`${value} >= ${key} and (${value} > ${key}`;
  return sql`${isLater} or ${idOf(place)} > ${id}::bigint)`;
}

function select(
  { place, order, where }: Read<ColumnOrder>,
  slice: {
    where: Condition;
    limit: number;
    skipped: number;
    isReversed?: boolean;
  },
): Sql {
  return sql`
    select array[sliced.id::text, sliced.key::text] from (
      select ${idOf(place)} as id, ${order.value} as key
      from ${place.from} where ${where} and ${slice.where}
      order by ${slice.isReversed ? order.reversed : order.keys}
      limit ${slice.limit} offset ${slice.skipped}
    ) as sliced`;
}

const idOf = ({ source }: TablePlace): Sql =>
  sql.ref(`${source.table}.${source.id}`);
