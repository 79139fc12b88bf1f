import { useEffect, useRef, type RefObject } from "react";
import { debounce } from "../../../domain/limits";
import type { RowRecord } from "../../providers/dataProvider";
import { useListing } from "../listing/ListingContext";

/**
 * Marks the cells of rows that have changed since they were drawn, for half a second. A
 * card is marked as a whole. The rows are drawn with `data-row-id`, or by the data grid,
 * and cells with `data-field`, the id of their column.
 */
export function useChangeMarks(
  rows: readonly RowRecord[] | undefined,
  frame: RefObject<HTMLElement | null>,
): void {
  const { resource } = useListing();
  const before = useRef<ReadonlyMap<string, RowRecord>>(new Map());
  const timers = useRef(new Map<Element, ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const known = before.current;
    before.current = new Map(rows?.map((record) => [record.id, record]));
    for (const record of rows ?? []) {
      const old = known.get(record.id);
      if (!old || old.row === record.row) continue;
      const changed = resource.columns.filter(({ fields }) =>
        fields.some((name) => !isSame(old.row[name], record.row[name])),
      );
      for (const element of elementsOf(frame.current, record.id, changed))
        mark(element, timers.current);
    }
  }, [rows, frame, resource]);

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) clearTimeout(timer);
    };
  }, []);
}

/** Lists of photos are new arrays in each reply. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

function elementsOf(
  frame: HTMLElement | null,
  id: string,
  columns: readonly { id: string }[],
): Element[] {
  const escaped = CSS.escape(id);
  const row = frame?.querySelector(
    `[data-row-id="${escaped}"], [role=row][data-id="${escaped}"]`,
  );
  if (!row || columns.length === 0) return [];
  const cells = columns.flatMap(
    (column) => row.querySelector(`[data-field="${column.id}"]`) ?? [],
  );
  return cells.length > 0 ? cells : [row];
}

function mark(
  element: Element,
  timers: Map<Element, ReturnType<typeof setTimeout>>,
): void {
  clearTimeout(timers.get(element));
  element.setAttribute("data-changed", "");
  timers.set(
    element,
    setTimeout(() => {
      timers.delete(element);
      element.removeAttribute("data-changed");
    }, debounce.changeMark),
  );
}
