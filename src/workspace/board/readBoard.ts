import type { DataProvider } from "ra-core";
import { boardValues, columnFilters } from "../../../domain/listing/boards";
import { pageSizesOf, type ListingState } from "../../../domain/listing/state";
import {
  filterId,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { listParams, type RowRecord } from "../../providers/dataProvider";
import type { Workspace } from "../../providers/workspace";
import { countsIn, facetsQuery } from "../listing/useFacets";

/** The rows of a board that have one value, as the server has sent them. */
export type ColumnData = {
  value: string;
  /** The first rows, in the order of the list. */
  records: readonly RowRecord[];
  /** The number of all its rows; undefined if the server does not know it. */
  count: number | undefined;
  /** Why the rows could not be read. */
  error: unknown;
};

export type BoardData = { columns: readonly ColumnData[] };

/** The list and its state, and the filter whose values are the columns. */
export type BoardQuery = {
  workspace: Pick<Workspace, "call" | "isOwnServer">;
  dataProvider: DataProvider;
  resource: Resource;
  row: RowSchema;
  filter: Filter;
  state: ListingState;
};

/** So many columns are read at the same time. */
const mostCalls = 3;

/** Returns how many rows a column can have, the fewest first. */
export const columnSizes = (resource: Resource): number[] =>
  pageSizesOf(resource).toSorted((one, other) => one - other);

/**
 * Reads the columns of a board: the counts by the call for facets, then the first rows of each
 * column that has rows by the call of the list. A column that fails has its `error`, and its rows
 * from `before`. Throws if all of them fail.
 */
export async function readBoard(
  query: BoardQuery,
  options: {
    sizeOf: (value: string) => number;
    signal: AbortSignal;
    before: BoardData | undefined;
  },
): Promise<BoardData> {
  const { filter, row, state } = query;
  const counts = await readCounts(query, options.signal);
  const columns = await inTurns(
    boardValues(filter, row, state.filters),
    (value) => {
      const count = counts ? (counts.get(value) ?? 0) : undefined;
      return count === 0
        ? Promise.resolve({ value, records: [], count, error: null })
        : readColumn(query, {
            value,
            count,
            size: options.sizeOf(value),
            signal: options.signal,
          });
    },
  );
  options.signal.throwIfAborted();
  const failed = columns.filter(({ error }) => error !== null);
  const isFailure = ({ count, error }: ColumnData) =>
    error !== null || count === 0;
  if (failed[0] && columns.every(isFailure)) throw failed[0].error;
  return {
    columns: columns.map((column) =>
      withFormerRows(
        column,
        options.before?.columns.find(({ value }) => value === column.value),
      ),
    ),
  };
}

/** Returns a column that was read again; if that has failed, with its former rows and count. */
export const withFormerRows = (
  column: ColumnData,
  former: ColumnData | undefined,
): ColumnData =>
  column.error !== null && former && former.records.length > 0
    ? { ...former, error: column.error }
    : column;

/** Reads the first rows of a column. Never rejects. */
export async function readColumn(
  { dataProvider, resource, filter, state }: BoardQuery,
  {
    value,
    count,
    size,
    signal,
  }: {
    value: string;
    /** The known number of its rows, for a server that does not count a list. */
    count: number | undefined;
    size: number;
    signal?: AbortSignal;
  },
): Promise<ColumnData> {
  const filters = columnFilters(filter, state.filters, value);
  const params = { ...state, filters, page: 1, pageSize: size };
  try {
    const { data, total = -1 } = await dataProvider.getList<RowRecord>(
      resource.name,
      { ...listParams(params, false), signal },
    );
    return {
      value,
      records: data,
      count: total < 0 ? count : total,
      error: null,
    };
  } catch (error) {
    return { value, records: [], count, error };
  }
}

/** Returns the numbers of rows by value; null if the server gives none. */
async function readCounts(
  { workspace, resource, filter, state }: BoardQuery,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | null> {
  if (!resource.calls.facets) return null;
  const id = filterId(filter);
  const { queryFn } = facetsQuery({
    workspace,
    resource,
    choice: state,
    hasAll: false,
    only: [id],
  });
  try {
    const { reply } = await queryFn({ signal });
    return countsIn(reply, id);
  } catch {
    // The lists have totals of their own.
    return null;
  }
}

/** Runs a task for each value, a few at the same time, and returns the results in order. */
async function inTurns<Value, Result>(
  values: readonly Value[],
  run: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...values.entries()];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift())
      results[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: mostCalls }, work));
  return results;
}
