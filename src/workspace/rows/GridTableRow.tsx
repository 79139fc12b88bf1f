import { GridRow, type GridRowProps } from "@mui/x-data-grid";
import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { RowRecord } from "../../providers/dataProvider";
import { useStoreValue } from "../../providers/store";
import { useListActions } from "../listing/listActions";
import { OpenRowPanel, useIsOpen } from "./RowControls";
import styles from "./GridTable.module.css";

type PanelHeights = {
  /** The height of a row without its panel, in pixels. */
  rowHeight: number;
  /** The height of a row with its panel; null for a row that is not open. */
  heightOf: (id: string) => number | null;
  onMeasure: (id: string, height: number) => void;
};

const PanelHeightsContext = createContext<PanelHeights | null>(null);

export const PanelHeightsProvider = PanelHeightsContext.Provider;

/**
 * Returns the heights of open rows. The grid places its rows by these heights,
 * because its free edition has no rows with details.
 */
export function usePanelHeights(rowHeight: number): PanelHeights {
  const open = useStoreValue(useListActions().openRows);
  const [measured, setMeasured] = useState<ReadonlyMap<string, number>>(
    new Map(),
  );
  const onMeasure = useCallback((id: string, height: number) => {
    setMeasured((known) =>
      known.get(id) === height ? known : new Map(known).set(id, height),
    );
  }, []);
  return useMemo(
    () => ({
      rowHeight,
      heightOf: (id) =>
        open.has(id) ? rowHeight + (measured.get(id) ?? 0) : null,
      onMeasure,
    }),
    [rowHeight, open, measured, onMeasure],
  );
}

/** The number of rows that are drawn. The grid places the others as empty boxes. */
const DrawnRowsContext = createContext(Infinity);

export const DrawnRowsProvider = DrawnRowsContext.Provider;

/** A row of the data grid, followed by its panel while it is open. */
export function GridTableRow(props: GridRowProps) {
  const isDrawn = props.index < useContext(DrawnRowsContext);
  const { rowHeight } = props;
  if (isDrawn) return <RowWithPanel {...props} />;
  return <div role="presentation" style={{ height: rowHeight }} />;
}

function RowWithPanel(props: GridRowProps) {
  const record = props.row as RowRecord;
  const heights = useContext(PanelHeightsContext);
  if (!useIsOpen(record.id) || !heights) return <GridRow {...props} />;
  return (
    <>
      <GridRow {...props} rowHeight={heights.rowHeight} />
      <PanelRow record={record} onMeasure={heights.onMeasure} />
    </>
  );
}

function PanelRow({
  record,
  onMeasure,
}: {
  record: RowRecord;
  onMeasure: PanelHeights["onMeasure"];
}) {
  const row = useRef<HTMLDivElement>(null);
  const { id } = record;
  useLayoutEffect(() => {
    const { current } = row;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      onMeasure(id, current.offsetHeight);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [id, onMeasure]);
  return (
    <div ref={row} role="row" className={styles.panel}>
      <div role="gridcell">
        <OpenRowPanel record={record} />
      </div>
    </div>
  );
}
