import type { Metrics } from "../../platform/metrics";
import type { AreaState } from "./areaTable";
import type { ColumnsEngine } from "./columnsEngine";

/** Adds the state of the index in memory to the metrics. */
export function addColumnMetrics(
  { gauge }: Pick<Metrics, "gauge">,
  columns: Pick<ColumnsEngine, "states">,
  mostBytes: number,
): void {
  const each = (valueOf: (state: AreaState) => number) => () =>
    columns.states().map((state) => ({
      labels: { area: state.area },
      value: valueOf(state),
    }));
  const labels = ["area"];
  gauge({
    name: "seriba_index_loaded",
    help: "1 if lists of the area are answered from memory",
    labels,
    read: each(({ isLoaded }) => Number(isLoaded)),
  });
  gauge({
    name: "seriba_index_loading",
    help: "1 while the area is loaded, for the first time or again",
    labels,
    read: each(({ isLoading }) => Number(isLoading)),
  });
  gauge({
    name: "seriba_index_rows",
    help: "Rows of the area in memory",
    labels,
    read: each(({ rows }) => rows),
  });
  gauge({
    name: "seriba_index_bytes",
    help: "Bytes of the area in memory, including a copy that is being loaded",
    labels,
    read: each(({ bytes }) => bytes),
  });
  gauge({
    name: "seriba_index_limit_bytes",
    help: "INDEX_MEMORY in bytes",
    read: () => [{ value: mostBytes }],
  });
}
