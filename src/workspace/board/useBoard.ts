import {
  keepPreviousData,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useDataProvider } from "ra-core";
import { useEffect, useMemo, useState } from "react";
import type { Filter } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useStoreValue } from "../../providers/store";
import { useWorkspace } from "../../providers/workspace";
import { useListing, useListQuery } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import { shownRecords, withArrived } from "../listing/rowChanges";
import { arrangeColumns, withOpenCards } from "./arrange";
import {
  columnSizes,
  readBoard,
  readColumn,
  withFormerRows,
  type BoardData,
  type ColumnData,
} from "./readBoard";

/** A column as the board shows it. */
export type BoardColumn = ColumnData & {
  /** Reads the column again, with more rows if `isMore`; null without more rows to read. */
  retry: () => void;
  more: (() => void) | null;
  isFetching: boolean;
};

export type Board = {
  /** Undefined until the columns have loaded for the first time. */
  columns: readonly BoardColumn[] | undefined;
  /** The rows of all columns. */
  rows: RowRecord[] | undefined;
  error: Error | null;
  isFetching: boolean;
  /** The columns belong to the previous filters or order. */
  isOutdated: boolean;
  refetch: () => void;
};

/**
 * Returns the columns of a board for the filters, search and order of the list. While `isHeld`,
 * the shown columns stay as they are. A card with an open panel stays where it is, except if the
 * person moves it.
 */
export function useBoard(filter: Filter, isHeld: boolean): Board {
  const { resource, row } = useListing();
  const { state } = useListQuery();
  const workspace = useWorkspace();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const { changes, openRows } = useListActions();
  const made = useStoreValue(changes);
  const open = useStoreValue(openRows);
  const sizes = columnSizes(resource);
  const [smallest = 20] = sizes;
  // Larger columns stay large when the filters change.
  const [chosenSizes] = useState(() => new Map<string, number>());
  const [fetching, setFetching] = useState<ReadonlySet<string>>(new Set());
  const { filters, search, sort } = state;
  const queryKey = [
    resource.name,
    "board",
    { field: filter.field, filters, search, sort },
  ];
  const query = { workspace, dataProvider, resource, row, filter, state };
  const sizeOf = (value: string) => chosenSizes.get(value) ?? smallest;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const before = queryClient.getQueryData<BoardData>(queryKey);
      return readBoard(query, { sizeOf, signal, before });
    },
    placeholderData: keepPreviousData,
  });

  const [kept, setKept] = useState({ data, open, columns: data?.columns });
  const { columns } = kept;

  useEffect(() => {
    const arrived = columns?.flatMap(({ records }) => records);
    if (arrived) changes.set(withArrived(changes.get(), arrived, Date.now()));
  }, [columns, changes]);

  const arranged = useMemo(
    () =>
      columns &&
      arrangeColumns(
        columns,
        filter.field,
        (records) => shownRecords([...records], made) ?? [],
      ),
    [columns, made, filter.field],
  );
  if (kept.data !== data || kept.open !== open) {
    const before = { read: columns ?? [], shown: arranged ?? [] };
    const next = data && withOpenCards(data.columns, before, open);
    setKept({ data, open, columns: next });
  }
  const [held, setHeld] = useState(arranged);
  if (!isHeld && held !== arranged) setHeld(arranged);
  const shown = isHeld ? held : arranged;
  const rows = useMemo(() => shown?.flatMap(({ records }) => records), [shown]);

  const read = async ({ value, count }: ColumnData) => {
    setFetching((known) => new Set([...known, value]));
    const fresh = await readColumn(query, {
      value,
      count,
      size: sizeOf(value),
    });
    queryClient.setQueryData<BoardData>(
      queryKey,
      (present) =>
        present && {
          columns: present.columns.map((column) =>
            column.value === value ? withFormerRows(fresh, column) : column,
          ),
        },
    );
    setFetching(
      (known) => new Set([...known].filter((other) => other !== value)),
    );
  };

  return {
    rows,
    columns: shown?.map((column): BoardColumn => {
      const { value, count, records } = column;
      const next = sizes.find((size) => size > sizeOf(value));
      const hasMore = count === undefined || count > records.length;
      return {
        ...column,
        isFetching: fetching.has(value),
        retry: () => void read(column),
        more:
          hasMore && next !== undefined
            ? () => {
                chosenSizes.set(value, next);
                void read(column);
              }
            : null,
      };
    }),
    error,
    isFetching,
    isOutdated: isPlaceholderData,
    refetch: () => void refetch(),
  };
}
