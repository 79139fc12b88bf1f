import { useEffect, useState } from "react";
import { whenIdle } from "../../ui/whenIdle";

/** The next rows are drawn after this time even if the browser is busy. */
const latestMs = 100;

type Options = {
  /** The query of the rows; null while they are the rows of an earlier query. */
  query: object | null;
  /** Pixels. */
  rowHeight: number;
  /** Whether the first page has all its rows at once. */
  opensWhole?: boolean;
};

/**
 * Returns how many rows are drawn. A change of the query draws as many rows as the
 * screen has room for, and each idle moment of the browser as many more. A change of
 * page or order therefore shows its first rows sooner, and no step keeps the browser
 * busy for long. Drawn rows stay when some of them change.
 */
export function useRowsInSteps(
  count: number,
  { query, rowHeight, opensWhole = false }: Options,
): number {
  const step = Math.ceil(window.innerHeight / rowHeight) + 1;
  const [drawn, setDrawn] = useState({
    query,
    most: opensWhole ? Infinity : step,
  });
  if (query && query !== drawn.query)
    setDrawn({ query, most: drawn.query ? step : drawn.most });
  const { most } = drawn;
  useEffect(() => {
    if (most >= count) return;
    return whenIdle(async () => {
      setDrawn(({ query }) => ({ query, most: most + step }));
    }, latestMs);
  }, [count, most, step]);
  return Math.min(most, count);
}
