import { sql, type RawBuilder } from "kysely";
import { addDays } from "../../../domain/japanTime";
import { filterId, type Order } from "../../../domain/resource";
import type { Database } from "../../platform/database";
import { readMark, type ChangeMark } from "./changeMark";
import type { ColumnOrders } from "./columnOrders";
import type { IndexQuery, PagePart } from "./listingIndex";
import type { ColumnOrder, ListingOrder } from "./listingOrder";
import { withPoint, type MarkedMemory, type OrderPoint } from "./markedMemory";
import {
  orderedSlices,
  sortedSlice,
  type PageSlice,
  type Segment,
  type SliceRow,
} from "./pageSlices";
import { storageOf, type Condition, type RowSource } from "./rowSource";
import type { TablePlace } from "./tablePlace";
import { wordSlice } from "./wordSlice";

/** Shallow pages over several segments read each of them from its start. */
const shallowRows = 1_000;
/** A step along an index costs about as much as sorting so many rows. */
const stepCost = 4;
/** A step through the words, the last of which may have many rows beyond the page. */
const wordStepCost = 8;

type Wanted = {
  place: TablePlace;
  query: IndexQuery;
  where: Condition;
  /** The key of these conditions in the memory. */
  whereKey: string;
  order: ListingOrder;
  page: PagePart;
  /** The number of matching rows, and of rows without filters, at the mark. */
  total: number;
  totalUnfiltered: number;
  markText: RawBuilder<string>;
  mark: string;
};

type Reading = Pick<Database, "kysely">;
type PageRows = { mark: ChangeMark; ids: string[] };

/**
 * Returns a function that reads the ids of a page whose total is known, and the
 * change mark at which it read them. Where many rows match, it walks an index in
 * the order of the page, from the nearer end or from the end of a page that was
 * read before, or the index of each word in the order of words; otherwise it sorts the matching rows.
 */
export function createPageReader({
  memory,
  hasOrder,
}: {
  memory: MarkedMemory;
  hasOrder: ColumnOrders;
}): (database: Reading, wanted: Wanted) => Promise<PageRows> {
  const readSlices = async (
    { kysely }: Reading,
    { markText }: Wanted,
    slices: readonly PageSlice[],
  ): Promise<{ mark: ChangeMark; read: SliceRow[][] }> => {
    const arrays = slices.map(
      ({ statement }, index) =>
        sql`array(${statement}) as ${sql.ref(`slice_${String(index)}`)}`,
    );
    const { rows } = await sql<Record<string, SliceRow[]> & { mark: string }>`
      select ${sql.join([sql`${markText} as mark`, ...arrays])}`.execute(
      kysely,
    );
    const read = slices.map(({ isReversed }, index) => {
      const found = rows[0]?.[`slice_${String(index)}`] ?? [];
      return isReversed ? [...found].reverse() : found;
    });
    return { mark: readMark(rows[0]?.mark ?? ""), read };
  };

  /** Counts the coming and the past rows, which form two orders. */
  const countSegments = async (
    { kysely }: Reading,
    wanted: Wanted,
    segments: readonly Segment[],
  ): Promise<Segment[]> => {
    const { place, where, whereKey, mark, markText, order } = wanted;
    const until = order.byColumn?.pastUntil?.getTime() ?? 0;
    const keys = segments.map((_, index) => `${whereKey}/${until}/${index}`);
    const known = keys.map((key) => memory.totals.get(key, mark) ?? null);
    if (known.every((count) => count !== null))
      return segments.map((segment, index) => ({
        ...segment,
        count: known[index] ?? 0,
      }));
    const counts = segments.map(
      (segment) => sql`count(*) filter (where ${segment.where})::int`,
    );
    const { rows } = await sql<{ mark: string; counts: number[] }>`
      select ${markText} as mark, array[${sql.join(counts)}] as counts
      from ${place.from} where ${where}`.execute(kysely);
    const [found] = rows;
    // Counts of another state make a page whose mark differs as well.
    return segments.map((segment, index) => {
      const count = found?.counts[index] ?? 0;
      if (found?.mark === mark)
        memory.totals.set(keys[index] ?? "", mark, count);
      return { ...segment, count };
    });
  };

  const readOrdered = async (
    database: Reading,
    wanted: Wanted,
    byColumn: ColumnOrder,
  ): Promise<PageRows | null> => {
    const { place, query, page, whereKey, mark, total } = wanted;
    const offset = (page.page - 1) * page.pageSize;
    const { pageSize: size } = page;
    const parts = segmentsOf(byColumn, total);
    const isShallow = offset + size <= shallowRows;
    const segments =
      parts.length > 1 && !isShallow
        ? await countSegments(database, wanted, parts)
        : parts;
    const pointsKey = (segment: number) =>
      [
        whereKey,
        byColumn.column,
        byColumn.direction,
        byColumn.pastUntil?.getTime(),
        segment,
      ].join("/");
    const pointsOf = (segment: number) =>
      memory.points.get(pointsKey(segment), mark) ?? [];
    const read = {
      place,
      order: byColumn,
      where: sql<boolean>`${sql.join(
        [wanted.where, ...dayBounds(place.source, query, byColumn)],
        sql` and `,
      )}`,
    };
    const slices = orderedSlices(read, segments, { offset, size, pointsOf });
    const found = await readSlices(database, wanted, slices);
    const isWhole = slices.every(
      ({ expected }, index) =>
        expected === null || expected === found.read[index]?.length,
    );
    if (!isWhole) return null;
    if (!isShallow && found.mark.text === mark)
      slices.forEach(({ segment, end }, index) => {
        const point = lastPoint(found.read[index], end);
        if (!point) return;
        const points = withPoint(pointsOf(segment), point);
        memory.points.set(pointsKey(segment), mark, points);
      });
    const ids = found.read.flat().map(([id]) => id);
    const skipped = segments.length > 1 && isShallow ? offset : 0;
    return { mark: found.mark, ids: ids.slice(skipped, skipped + size) };
  };

  return async (database, wanted) => {
    const { place, order, page, total, totalUnfiltered } = wanted;
    const { byColumn, byWord } = order;
    const { pageSize: size } = page;
    const offset = (page.page - 1) * size;
    const depth = Math.min(offset, Math.max(0, total - offset - size)) + size;
    const isBroad = (cost: number) =>
      total * total > cost * depth * totalUnfiltered;
    const isIndexed = (column: string, direction: Order) =>
      hasOrder({ table: place.table, column, direction, id: place.source.id });
    const readSlice = async (slice: PageSlice) => {
      const { mark, read } = await readSlices(database, wanted, [slice]);
      const ids = read.flat().map(([id]) => id);
      return { mark, ids, isWhole: ids.length === slice.expected };
    };
    if (
      byColumn &&
      isBroad(stepCost) &&
      (await isIndexed(byColumn.column, byColumn.direction))
    ) {
      const ordered = await readOrdered(database, wanted, byColumn);
      if (ordered) return ordered;
    }
    const slice = { offset, size, total };
    if (
      byWord &&
      isBroad(wordStepCost) &&
      (await isIndexed(byWord.column, "ASC"))
    ) {
      const walked = await readSlice(
        wordSlice({ ...wanted, order: byWord }, slice),
      );
      if (walked.isWhole) return walked;
    }
    return readSlice(sortedSlice(wanted, slice));
  };
}

/** Returns the coming rows, the past rows and the rows without a time. */
function segmentsOf(
  { value, pastUntil }: ColumnOrder,
  total: number,
): Segment[] {
  if (!pastUntil) return [{ where: sql<boolean>`true`, count: total }];
  const time = sql`${value}::timestamptz`;
  const until = sql`${pastUntil}::timestamptz`;
  return [
    { where: sql<boolean>`${time} >= ${until}`, count: null },
    { where: sql<boolean>`${time} < ${until}`, count: null },
    { where: sql<boolean>`${value} is null`, count: null },
  ];
}

/**
 * Returns the times between which the rows of chosen days are. Without them
 * PostgreSQL would walk the index of the time past all other days.
 */
function dayBounds(
  source: RowSource,
  { resource, state }: IndexQuery,
  { field, value }: ColumnOrder,
): Condition[] {
  const storage = storageOf(source, field);
  if (storage.kind !== "column" || !storage.day) return [];
  return resource.filters
    .filter((filter) => filter.field === field)
    .flatMap((filter): Condition[] => {
      const chosen = state.filters[filterId(filter)];
      if (chosen?.kind !== "choices") return [];
      const days = [...chosen.values].sort();
      const [first, last] = [days[0], days.at(-1)];
      return first === undefined || last === undefined
        ? []
        : [
            sql`${value} >= ${startOf(first)}::timestamptz`,
            sql`${value} < ${startOf(addDays(last, 1))}::timestamptz`,
          ];
    });
}

const startOf = (day: string): string => `${day}T00:00:00+09:00`;

function lastPoint(
  rows: readonly SliceRow[] | undefined,
  end: number,
): OrderPoint | null {
  const last = rows?.at(-1);
  return last && last[1] !== null
    ? { offset: end, id: last[0], key: last[1] }
    : null;
}
