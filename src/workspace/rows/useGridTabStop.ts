import { useGridApiRef } from "@mui/x-data-grid";
import { useEffect, useRef, type RefObject } from "react";
import type { RowRecord } from "../../providers/dataProvider";

/**
 * Returns the handle of the grid. If the row with the tab stop leaves the list, the row in
 * its place gets the tab stop, and the focus as well unless it is elsewhere. The grid
 * itself would have no tab stop left.
 */
export function useGridTabStop(
  rows: readonly RowRecord[] | undefined,
): ReturnType<typeof useGridApiRef> {
  const grid = useGridApiRef();
  const before: RefObject<readonly RowRecord[]> = useRef([]);
  useEffect(() => {
    if (!rows) return;
    const known = before.current;
    before.current = rows;
    const cell = grid.current?.state.tabIndex.cell;
    if (!grid.current || !cell) return;
    const isCell = ({ id }: RowRecord) => id === cell.id;
    if (rows.some(isCell)) return;
    const place = Math.max(0, known.findIndex(isCell));
    const next = rows[Math.min(place, rows.length - 1)];
    if (!next) return;
    const { id } = next;
    if (document.activeElement === document.body)
      grid.current.setCellFocus(id, cell.field);
    else
      grid.current.setState((state) => ({
        ...state,
        tabIndex: { ...state.tabIndex, cell: { id, field: cell.field } },
      }));
  }, [rows, grid]);
  return grid;
}
