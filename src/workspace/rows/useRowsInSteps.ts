import { useEffect, useMemo, useState } from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { whenIdle } from "../../ui/whenIdle";

/** Further rows are below the fold of most screens. */
const firstRows = 20;

/** The other rows are drawn after this time even if the browser is busy. */
const latestMs = 300;

const noRows: ReadonlySet<string> = new Set();

/**
 * Returns the first rows of another page at once, and all of its rows when the
 * browser is idle, so that a change of page shows its rows sooner. Rows that
 * were drawn before stay when some of them change.
 */
export function useRowsInSteps(rows: readonly RowRecord[]): {
  shown: readonly RowRecord[];
  /** The number of rows that are still to be drawn. */
  missing: number;
} {
  const [drawn, setDrawn] = useState(noRows);
  const isComplete =
    rows.length <= firstRows ||
    rows.slice(firstRows).some(({ id }) => drawn.has(id));
  useEffect(() => {
    if (isComplete) return;
    return whenIdle(async () => {
      setDrawn(new Set(rows.map(({ id }) => id)));
    }, latestMs);
  }, [rows, isComplete]);
  const shown = useMemo(
    () => (isComplete ? rows : rows.slice(0, firstRows)),
    [rows, isComplete],
  );
  return { shown, missing: rows.length - shown.length };
}
