import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { boardFilter } from "../../../domain/listing/boards";
import type { Filter } from "../../../domain/resource";
import type { RowRecord } from "../../providers/dataProvider";
import { useStoreValue } from "../../providers/store";
import { ErrorNotice } from "../../ui/ErrorNotice";
import {
  ListRowsProvider,
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import { useListKey } from "../listing/useListKey";
import { NoRows } from "../page/ListRows";
import { useChangeMarks } from "../rows/useChangeMarks";
import { BoardBar } from "./BoardBar";
import { BoardColumns, SkeletonColumns } from "./BoardColumns";
import { MovesProvider, useMovesOf, type Moves } from "./moves";
import { useBoard, type BoardColumn } from "./useBoard";
import { useKeptFocus } from "./useKeptFocus";

/**
 * The rows of the list as cards in a column for each value of a field, below the choice of that
 * field. `children` act on these rows instead of the rows of a page.
 */
export default function Board({ children }: { children: ReactNode }) {
  const { resource, row } = useListing();
  const { board = "" } = useListQuery().state;
  const filter = boardFilter(resource, row, board);
  return (
    filter && (
      <FieldBoard key={board} filter={filter}>
        {children}
      </FieldBoard>
    )
  );
}

/** The board of one field. */
function FieldBoard({
  filter,
  children,
}: {
  filter: Filter;
  children: ReactNode;
}) {
  const { resource, labels } = useListing();
  const main = useListRows();
  const { request } = useListActions();
  const frame = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<RowRecord | null>(null);
  // A card does not leave from below its open menu or the pointer.
  const isHeld = useStoreValue(request)?.kind === "menu" || dragged !== null;
  const board = useBoard(filter, isHeld);
  const { columns, rows, error, isFetching, isOutdated, refetch } = board;
  const data = useMemo(
    () => ({ ...main, rows, refetch }),
    [main, rows, refetch],
  );
  const movesIn = useMovesOf(filter.field);
  const moves: Moves = {
    of: movesIn,
    dragged,
    setDragged,
  };
  useListKey();
  useRenewedPage(resource.name);
  useChangeMarks(rows, frame);
  useKeptFocus(frame, columns);
  const isEmpty =
    !isOutdated &&
    columns?.every(({ count, records }) => count === 0 && records.length === 0);
  return (
    <ListRowsProvider value={data}>
      <MovesProvider value={moves}>
        <BoardBar field={filter.field} />
        {error && (
          <ErrorNotice
            error={error}
            onRetry={refetch}
            isRetrying={isFetching}
          />
        )}
        <div
          ref={frame}
          aria-busy={isFetching}
          aria-label={labels.title}
          role="region"
        >
          {isEmpty ? (
            <NoRows />
          ) : columns ? (
            <BoardColumns
              filter={filter}
              columns={withReached(columns, movesIn)}
              isOutdated={isOutdated}
            />
          ) : (
            !error && <SkeletonColumns />
          )}
        </div>
        {children}
      </MovesProvider>
    </ListRowsProvider>
  );
}

/** Returns the columns that have rows, or that one of the rows can enter. */
function withReached(
  columns: readonly BoardColumn[],
  movesIn: ReturnType<typeof useMovesOf>,
): BoardColumn[] {
  const reached = new Set(
    columns.flatMap(({ records }) =>
      records.flatMap((record) => [...movesIn(record).keys()]),
    ),
  );
  return columns.filter(
    ({ value, count, records }) =>
      count !== 0 || records.length > 0 || reached.has(value),
  );
}

/** Reads the page of the list again when the board closes, because changes may have moved its rows. */
function useRenewedPage(list: string): void {
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      for (const method of ["getList", "getInfiniteList"])
        void queryClient.invalidateQueries({ queryKey: [list, method] });
    },
    [queryClient, list],
  );
}
